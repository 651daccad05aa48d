// The list of cases: filtered, sorted, a page at a time; what is chosen stands in the address.

const facts = island("facts");

// Fields of a row, as listing.py writes them.
const [ID, SHOWN_ID, QUESTION, EXPECTED, ANSWER, DIAGNOSIS, FIX, VERDICTS, RANK, TAGS, LANGUAGE, LANG, STATE,
  FOUND, MISSED, OTHERS, REVIEW] = Array(17).keys();

const PAGE = 25;

const rows = byId("list") ? island("rows") : [];

// A filter is a name in the address, and what of a row must be equal to its value.
const VERDICT_LETTERS = { pass: "P", fail: "F", unknown: "U", not_applicable: "N", failed: "X" };
const verdictTest = (stage) => (row, value) => row[VERDICTS][stage].toUpperCase() === VERDICT_LETTERS[value];
const documentIs = (value) => (place) => facts.documents[place] === value;
const TESTS = {
  state: (row, value) => facts.states[row[STATE]] === value,
  diagnosis: (row, value) => facts.diagnoses[row[DIAGNOSIS]] === value,
  fix: (row, value) => facts.fixes[row[FIX]] === value,
  retrieval: verdictTest(0),
  evidence: verdictTest(1),
  answer: verdictTest(2),
  support: verdictTest(3),
  tag: (row, value) => row[TAGS].some((tag) => facts.tags[tag] === value),
  language: (row, value) => row[LANGUAGE] >= 0 && facts.languages[row[LANGUAGE]] === value,
  // a document that is gold, and one that did not come back
  gold: (row, value) => row[FOUND].some(documentIs(value)) || row[MISSED].some(documentIs(value)),
  missed: (row, value) => row[MISSED].some(documentIs(value)),
  review: (row, value) => (value === "to_review" ? isOpenToReview(row) : reviewing.said.get(row[ID])?.verdict === value),
};

const state = { filters: new Map(), query: "", sort: "", isDown: false, page: 0, shown: [], open: null };
const controls = new Map();
let texts = null;
let byIdOrder = null;

// Folded once.
function searchTexts() {
  if (!texts) {
    const documents = facts.documents.map(folded);
    texts = rows.map((row) => [
      folded([row[SHOWN_ID] || row[ID], row[QUESTION], row[EXPECTED], row[ANSWER]].join("\n")),
      ...[...row[FOUND], ...row[MISSED], ...row[OTHERS]].map((place) => documents[place]),
    ].join("\n"));
  }
  return texts;
}

// What is to be looked at first: the stage of the headline, what is shown before what is likely or open.
const byImportance = (() => {
  const order = facts.fixes.map((fix) => facts.order.indexOf(fix));
  return [...rows.keys()].sort((one, other) =>
    order[rows[one][FIX]] - order[rows[other][FIX]] || rows[one][STATE] - rows[other][STATE] || one - other);
})();

// Places of the cases in the order of their ids, q2 before q10.
function idOrder() {
  if (!byIdOrder) {
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const places = [...rows.keys()].sort((one, other) => compare(rows[one][ID], rows[other][ID]));
    byIdOrder = new Map(places.map((place, order) => [place, order]));
  }
  return byIdOrder;
}

const ranked = (place) => rows[place][RANK] ?? Infinity;

const SORTS = {
  id: (one, other) => idOrder().get(one) - idOrder().get(other),
  diagnosis: (one, other) => rows[one][DIAGNOSIS] - rows[other][DIAGNOSIS] || rows[one][FIX] - rows[other][FIX],
  rank: (one, other) => (ranked(one) === ranked(other) ? 0 : ranked(one) - ranked(other)),
};

function apply() {
  const tests = [...state.filters].map(([name, value]) => [TESTS[name], value]);
  const words = folded(state.query).split(/\s+/).filter(Boolean);
  const searched = words.length ? searchTexts() : null;
  const kept = byImportance.filter((place) => tests.every(([test, value]) => test(rows[place], value)) &&
    words.every((word) => searched[place].includes(word)));
  if (state.sort) {
    const order = SORTS[state.sort];
    kept.sort((one, other) => (state.isDown ? -1 : 1) * order(one, other) || one - other);
  }
  state.shown = kept;
}

// The address: filters by name, q, sort, case.
function address(changes) {
  const parts = new URLSearchParams();
  for (const [name, value] of state.filters) parts.set(name, value);
  if (state.query) parts.set("q", state.query);
  if (state.sort) parts.set("sort", (state.isDown ? "-" : "") + state.sort);
  for (const [name, value] of Object.entries(changes || {})) parts.set(name, value);
  return "#" + parts;
}

function remember() {
  const wanted = address();
  history.replaceState(null, "", wanted === "#" ? location.pathname + location.search : wanted);
}

function readAddress() {
  const hash = location.hash.slice(1);
  const parts = new URLSearchParams(hash.includes("=") ? hash : "");
  state.filters = new Map(Object.keys(TESTS).filter((name) => parts.get(name)).map((name) => [name, parts.get(name)]));
  state.query = parts.get("q") || "";
  const sort = parts.get("sort") || "";
  state.isDown = sort.startsWith("-");
  state.sort = Object.hasOwn(SORTS, sort.replace(/^-/, "")) ? sort.replace(/^-/, "") : "";
  const named = namedCases(parts);
  const id = named.find((each) => rows.some((row) => row[ID] === each)) ?? named[0] ?? null;
  return { id: id, isFiltered: state.filters.size > 0 || state.query !== "" };
}

function choice(name, label, options) {
  const select = element("select", { name: name }, element("option", { value: "" }, say("cases.any")),
    ...options.map(([value, text]) => element("option", { value: value }, text)));
  select.addEventListener("change", () => {
    if (select.value) state.filters.set(name, select.value);
    else state.filters.delete(name);
    changed();
  });
  controls.set(name, select);
  return element("label", {}, element("span", {}, label), select);
}

// What is open has no diagnosis yet, and counts as undetermined.
const diagnosisWord = (name) => say(name === "undetermined" ? "case.open" : "diagnosis." + name);

// One of the three states, or all, with how many cases are in each.
function stateChoice() {
  const count = (place) => rows.reduce((sum, row) => sum + (row[STATE] === place), 0);
  const buttons = [["", say("cases.state.all"), rows.length],
    ...facts.states.map((name, place) => [name, say("state." + name), count(place)])].map(([name, label, n]) => {
    const button = element("button", { type: "button", value: name, class: name ? "state " + name : null }, label + " ",
      element("small", {}, numberFormat.format(n)));
    button.addEventListener("click", () => {
      if (name) state.filters.set("state", name);
      else state.filters.delete("state");
      changed();
    });
    return button;
  });
  controls.set("states", buttons);
  return element("div", { class: "segments", role: "group", "aria-label": say("cases.state"), title: say("state.means") }, ...buttons);
}

// A document that the table of documents led to; it is taken away by a click.
function documentChip() {
  const chip = element("button", { type: "button", class: "chip", title: say("cases.drop") });
  chip.addEventListener("click", () => {
    state.filters.delete("gold");
    state.filters.delete("missed");
    changed();
    controls.get("q").focus();
  });
  controls.set("chip", chip);
  return chip;
}

function filterForm() {
  const search = element("input", { type: "search", name: "q", autocomplete: "off", spellcheck: "false" });
  search.addEventListener("input", () => {
    state.query = search.value.trim();
    changed();
  });
  controls.set("q", search);
  const occurring = (place, names) => names.filter((_, index) => rows.some((row) => row[place] === index));
  const outcomes = ["pass", "fail", "unknown", "not_applicable"].map((name) => [name, say("outcome." + name)]);
  outcomes.push(["failed", say("cause.judge_failed")]);
  const choices = [
    ...(rows.some(toReview) ? [choice("review", say("review.filter"), [["to_review", say("review.to_review")],
      ...Object.values(SAID).map((verdict) => [verdict, say("review.said." + verdict)])])] : []),
    choice("diagnosis", say("cases.diagnosis"),
      occurring(DIAGNOSIS, facts.diagnoses).map((name) => [name, diagnosisWord(name)])),
    choice("fix", say("cases.fix"), occurring(FIX, facts.fixes).map((name) => [name, say(name === "unknown" ? "state.open" : "fix." + name)])),
    ...STAGES.map((stage) => choice(stage, say("stage." + stage), outcomes)),
  ];
  if (facts.tags.length) choices.push(choice("tag", say("cases.tag"), facts.tags.map((tag) => [tag, tag])));
  if (facts.languages.length) {
    choices.push(choice("language", say("cases.language"), facts.languages.map((name) => [name, name])));
  }
  const reset = element("button", { type: "button" }, say("cases.reset"));
  reset.addEventListener("click", () => {
    state.filters.clear();
    state.query = "";
    changed();
    search.focus();
  });
  controls.set("reset", reset);
  const more = element("details", {}, element("summary", {}, say("cases.filters")), element("div", { class: "choices" }, ...choices));
  more.open = matchMedia("(min-width: 44rem)").matches;
  controls.set("more", more);
  const form = element("form", { class: "filters screen", role: "search" },
    element("div", { class: "searching" },
      element("label", {}, element("span", {}, say("cases.search")), search), stateChoice(), reset), documentChip(), more);
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

function showControls() {
  for (const name of Object.keys(TESTS)) {
    const select = controls.get(name);
    if (!select) continue;
    const value = state.filters.get(name) || "";
    // what the address names may occur in no case
    if (value && ![...select.options].some((option) => option.value === value)) {
      select.append(element("option", { value: value }, spelt(value)));
    }
    select.value = value;
  }
  for (const button of controls.get("states")) {
    button.setAttribute("aria-pressed", String(button.value === (state.filters.get("state") || "")));
  }
  const chip = controls.get("chip");
  const missed = state.filters.get("missed");
  const gold = missed || state.filters.get("gold");
  chip.hidden = !gold;
  chip.replaceChildren(gold ? say(missed ? "cases.missed" : "cases.gold", { name: facts.documents.includes(gold) ? gold : spelt(gold) }) : "", element("span", { "aria-hidden": "true" }, " ×"));
  if ([...state.filters.keys()].some((name) => controls.has(name))) controls.get("more").open = true;
  const search = controls.get("q");
  if (search.value.trim() !== state.query) search.value = state.query;
  controls.get("reset").disabled = !state.filters.size && !state.query;
}

function sortHead(name, label) {
  const button = element("button", { type: "button", class: "sort", "aria-label": say("cases.sort", { column: label }) }, label);
  const head = element("th", { scope: "col", class: name }, button);
  button.addEventListener("click", () => {
    // up, down, and back to what is important first
    if (state.sort !== name) Object.assign(state, { sort: name, isDown: false });
    else if (!state.isDown) state.isDown = true;
    else Object.assign(state, { sort: "", isDown: false });
    changed();
  });
  controls.set("sort-" + name, head);
  return head;
}

function listTable() {
  const body = element("tbody", {});
  controls.set("body", body);
  body.addEventListener("click", (event) => {
    const line = event.target.closest("tr");
    if (line && !event.target.closest("a") && !String(getSelection())) location.hash = line.querySelector("a").hash;
  });
  body.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = [...body.querySelectorAll("a")];
    const next = links[links.indexOf(document.activeElement) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
  return element("table", { class: "list" }, element("thead", {}, element("tr", {},
    sortHead("id", say("cases.id")),
    element("th", { scope: "col", class: "question" }, say("cases.question")),
    sortHead("diagnosis", say("cases.diagnosis")),
    ...STAGES.map((stage) => element("th", { scope: "col", class: "verdict" }, say("stage." + stage))),
    sortHead("rank", say("cases.rank")))), body);
}

// Ids that are long often differ at their ends; the whole of one stands with its case.
const shortened = (id) => (id.length > 72 ? id.slice(0, 40) + "…" + id.slice(-24) : id);

// A text of a case in its row: what it is, and the text, as long as two lines.
function rowText(label, text, lang, none) {
  if (!text && !none) return [];
  return [element("dt", {}, label),
    element("dd", { class: text ? "clamped" : "faint", dir: "auto", lang: text ? lang || null : null }, text || none)];
}

function reviewMark(row) {
  const said = reviewing.said.get(row[ID]);
  if (!said && row[REVIEW] !== 2) return null;
  return element("small", { class: "said " + (said ? said.verdict : "") }, said ? say("review.said." + said.verdict) : say("review.person"));
}

function line(place) {
  const row = rows[place];
  const diagnosis = facts.diagnoses[row[DIAGNOSIS]];
  const fix = facts.fixes[row[FIX]];
  const shownId = row[SHOWN_ID] || row[ID];
  const isOpen = facts.states[row[STATE]] === "open";
  return element("tr", {},
    element("th", { scope: "row", class: "id" },
      element("a", { href: address({ case: row[ID] }), dir: "auto", "data-place": place }, shortened(shownId))),
    element("td", { class: "question" },
      element("div", { dir: "auto", lang: row[LANG] || null, class: "clamped asks" }, row[QUESTION] || ""),
      row[EXPECTED] || row[ANSWER] ? element("dl", {},
        ...rowText(say("cases.expected"), row[EXPECTED], row[LANG], ""),
        ...rowText(say("cases.answer"), row[ANSWER], row[LANG], say(row[ANSWER] === null ? "case.not_recorded" : "cases.declined"))) : null),
    element("td", { class: "diagnosis" },
      element("span", { class: "dot " + facts.colours[diagnosis][fix] }, diagnosisWord(diagnosis)),
      isOpen ? null : element("small", {}, fix === "none" ? null : say("fix." + fix) + " ", stateElement(row)), reviewMark(row)),
    ...[...row[VERDICTS]].map((letter, stage) => element("td", { class: "verdict", "data-stage": say("stage." + STAGES[stage]) },
      element("span", { class: outcomeClass(letter) }, letter === "X" ? say("cases.failed") : outcomeWord(letter)))),
    element("td", { class: "rank number", "data-stage": say("cases.rank") },
      row[RANK] === null ? say("cases.no_rank") : String(row[RANK])));
}

function showPage() {
  const count = state.shown.length;
  const last = Math.max(0, Math.ceil(count / PAGE) - 1);
  state.page = Math.min(state.page, last);
  const from = state.page * PAGE;
  const places = state.shown.slice(from, from + PAGE);
  controls.get("body").replaceChildren(...places.map(line));
  controls.get("status").textContent = say("cases.count", { n: count, total: rows.length });
  controls.get("none").textContent = count ? "" : say(rows.length ? "cases.none" : "cases.empty");
  controls.get("table").hidden = !count;
  controls.get("pages").hidden = count <= PAGE;
  controls.get("range").textContent = say("cases.range", { from: from + 1, to: from + places.length, n: count });
  controls.get("earlier").disabled = state.page === 0;
  controls.get("later").disabled = state.page === last;
  for (const name of Object.keys(SORTS)) {
    const head = controls.get("sort-" + name);
    if (state.sort === name) head.setAttribute("aria-sort", state.isDown ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

function pages() {
  const turn = (by) => () => {
    state.page += by;
    showPage();
    byId("list").scrollIntoView({ block: "start" });
  };
  const earlier = element("button", { type: "button" }, say("cases.earlier"));
  const later = element("button", { type: "button" }, say("cases.later"));
  earlier.addEventListener("click", turn(-1));
  later.addEventListener("click", turn(1));
  const range = element("span", { class: "faint" });
  controls.set("earlier", earlier).set("later", later).set("range", range);
  return element("nav", { class: "pages", "aria-label": say("cases.pages") }, earlier, range, later);
}

// Filters or order changed here: the list follows, and so does the address.
function changed() {
  state.page = 0;
  apply();
  showControls();
  showPage();
  remember();
}

const blocks = new Map();

async function detailOf(place) {
  const number = Math.floor(place / facts.block);
  if (!blocks.has(number)) {
    if (blocks.size > 8) blocks.clear();
    const holder = byId("block-" + number);
    blocks.set(number, JSON.parse(holder.type === "application/json" ? holder.textContent : await unpacked(holder)));
  }
  return blocks.get(number)[place % facts.block];
}

const dialog = byId("case");

// Read out, and shown for a moment, whenever something was said of an answer.
const dialogStatus = element("p", { class: "status hidden", role: "status" });

// Opens a case in the place of the one that is open.
function goTo(place) {
  history.replaceState(null, "", address({ case: rows[place][ID] }));
  follow();
}

// The next answer that nobody has looked at yet: of cases that are open first, as it can settle these; behind
// the one that is open here, then from the beginning of the list.
function nextToReview(place) {
  const at = state.shown.indexOf(place);
  const waiting = [...state.shown.slice(at + 1), ...state.shown.slice(0, Math.max(0, at))]
    .filter((each) => isOpenToReview(rows[each]));
  const most = Math.max(...waiting.map((each) => rows[each][STATE]));
  return waiting.find((each) => rows[each][STATE] === most);
}

function decide(place, detail, verdict) {
  const next = nextToReview(place);
  review(rows[place], detail, verdict);
  const told = say("review.told", { id: rows[place][SHOWN_ID] || rows[place][ID], said: say("review.said." + verdict) });
  showReviews();
  if (next === undefined) openCase(rows[place][ID]);
  else goTo(next);
  dialogStatus.textContent = next === undefined ? told + " " + say("review.done") : told;
}

function takeBack() {
  const id = undoReview();
  showReviews();
  const place = rows.findIndex((row) => row[ID] === id);
  goTo(place);
  dialogStatus.textContent = say("review.undone", { id: rows[place][SHOWN_ID] || id });
}

// Begins with such an answer of the list, or of all where the list has none.
function startReview() {
  const first = nextToReview(-1) ?? rows.findIndex(isOpenToReview);
  location.hash = address({ case: rows[first][ID] });
}

function showReviews() {
  if (controls.has("reviews")) controls.get("reviews").show();
}

async function openCase(id) {
  const place = rows.findIndex((row) => row[ID] === id);
  state.open = place;
  const detail = place < 0 ? null : await detailOf(place);
  // somebody may have gone on while it was unpacked
  if (state.open !== place || readAddress().id !== id) return;
  const title = element("h2", { id: "case-title", dir: "auto", tabindex: "-1" }, place < 0 ? spelt(id) : rows[place][SHOWN_ID] || id);
  const close = element("button", { type: "button" }, say("case.close"));
  close.addEventListener("click", () => dialog.close());
  const at = state.shown.indexOf(place);
  const step = (by, label) => {
    const button = element("button", { type: "button" }, label);
    const next = state.shown[at + by];
    button.disabled = at < 0 || next === undefined;
    button.addEventListener("click", () => goTo(next));
    return button;
  };
  const previous = step(-1, say("case.previous"));
  const next = step(1, say("case.next"));
  const panel = detail && detail.review
    ? reviewPanel(rows[place], detail, (verdict) => decide(place, detail, verdict), takeBack) : null;
  dialog.onkeydown = (event) => {
    // while a key is held down, or where letters are typed, nothing is decided
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "ArrowLeft") previous.click();
    if (event.key === "ArrowRight") next.click();
    if (panel && Object.hasOwn(SAID, event.key)) panel.querySelector(`[aria-keyshortcuts="${event.key}"]`).click();
    if (event.key === "u" && reviewing.undone.length) takeBack();
  };
  const bar = element("div", { class: "bar screen" }, previous, next,
    at < 0 ? null : element("span", { class: "faint" }, say("case.place", { n: at + 1, total: state.shown.length })), close);
  const content = place < 0
    ? [element("p", {}, say("case.missing", { id: quoted(id) }))]
    : caseContent(rows[place], detail);
  const wasOpen = dialog.open;
  dialog.replaceChildren(...[bar, element("div", { class: "case" }, title, ...content), panel, dialogStatus].filter(Boolean));
  if (!wasOpen) dialog.showModal();
  dialog.scrollTop = 0;
  title.focus({ preventScroll: true });
}

function follow() {
  const { id, isFiltered } = readAddress();
  const wasOpen = dialog.open;
  state.page = 0;
  apply();
  showControls();
  if (id !== null && state.shown.length) {
    const at = state.shown.findIndex((place) => rows[place][ID] === id);
    if (at >= 0) state.page = Math.floor(at / PAGE);
  }
  showPage();
  if (id !== null) openCase(id);
  else if (wasOpen) dialog.close();
  else if (isFiltered) byId("cases").scrollIntoView();
}

if (byId("list")) {
  dialog.addEventListener("close", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("case")) remember();
    dialog.replaceChildren();
    byId("list").querySelector(`a[data-place="${state.open}"]`)?.focus();
  });
  // a click beside the case closes it
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  const table = listTable();
  const status = element("p", { class: "status", role: "status" });
  const none = element("p", { class: "none" });
  controls.set("table", table).set("status", status).set("none", none);
  const turned = pages();
  controls.set("pages", turned);
  recallReviews();
  const reviews = reviewBar(startReview, () => {
    showReviews();
    apply();
    showPage();
  });
  if (reviews) controls.set("reviews", reviews);
  byId("list").append(...[reviews && reviews.bar, filterForm(), status, table, none, turned].filter(Boolean));
  showReviews();
  // another page of the same evaluation may have added to them
  addEventListener("storage", (event) => {
    if (event.key !== reviewKey()) return;
    recallReviews();
    showReviews();
    showPage();
  });
  addEventListener("hashchange", () => {
    // a link to a part of the page leaves the list as it is
    if (location.hash.includes("=") || location.hash.length < 2) follow();
  });
  follow();
  // what takes a while is done while nobody waits
  (window.requestIdleCallback || setTimeout)(() => {
    searchTexts();
    idOrder();
  });
}
