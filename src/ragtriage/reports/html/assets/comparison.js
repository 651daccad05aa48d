// The cases of a comparison: a list that filters, each case with both sides beside one another.

const FIRST = 10; // cases put into the page before anything is asked for
const STEP = 50; // and then at a time

const CHANGES = ["broken", "lost", "other", "fixed"];

const toText = (runs) => runs.map((run) => (typeof run === "string" ? run : Array.isArray(run) ? run[1] : " ")).join("");

function tag(kind, text) {
  return element("span", { class: "tag " + kind }, text);
}

function diagnosisElement(side) {
  if (!side.diagnosis) return element("span", {}, "–");
  return element("span", { class: "dot " + side.colour }, say("diagnosis." + side.diagnosis) + (side.certain ? "" : "?"));
}

function labelled(label, ...parts) {
  return [element("p", { class: "label" }, label), ...parts];
}

function answerOf(side) {
  if (!side.answer) return element("p", { class: "faint" }, say(side.answer_note));
  const shown = textElement("p", side.answer, side.answer_lang);
  if (side.answer_note) shown.append(" ", element("span", { class: "faint" }, "(" + say(side.answer_note) + ")"));
  return shown;
}

function entryElement(entry, isBaseline) {
  const head = element("span", { class: "ids" }, entry.ids.join(" · ") || say("compare.no_id"));
  if (entry.is_gold) head.append(tag("gold", say("compare.gold")));
  if (entry.other === undefined || entry.other === null) {
    head.append(isBaseline ? tag("went", say("compare.went")) : tag("came", say("compare.came")));
  } else if (entry.other !== entry.rank) {
    head.append(tag("moved", say(isBaseline ? "compare.to" : "compare.from", { n: entry.other })));
  }
  if (entry.is_other_text) head.append(tag("other", say("compare.other_text")));
  if (entry.is_past) head.append(tag("other", say("compare.lists.past")));
  const made = element("li", { class: entry.is_past ? "past" : "" }, element("span", { class: "rank" }, String(entry.rank)), head);
  if (entry.text) made.append(textElement("p", entry.text, entry.lang, null, { class: "entry" }));
  return made;
}

function listElement(entries, leftOut, isBaseline) {
  if (!entries) return element("p", { class: "faint" }, say("compare.not_recorded"));
  if (!entries.length) return element("p", { class: "faint" }, say("compare.lists.empty"));
  const list = element("ol", { class: "ranks" }, ...entries.map((entry) => entryElement(entry, isBaseline)));
  if (leftOut) list.append(element("li", { class: "faint" }, say("compare.lists.more", { n: leftOut })));
  return list;
}

function listsTold(lists) {
  if (!lists.baseline || !lists.candidate) return "";
  if (!lists.came && !lists.went && !lists.moved) return say("compare.lists.same");
  return ["came", "went", "moved"].filter((what) => lists[what]).map((what) => say("compare.lists." + what, { n: lists[what] })).join(", ");
}

function outcomeCell([outcome, certain, reason, isTranslated]) {
  const made = element("td", {}, element("span", { class: "outcome " + outcome }, say("outcome." + outcome) + (certain === false ? "?" : "")));
  if (reason.length) made.append(appendRuns(element("span", { class: "reason", lang: isTranslated ? null : "en", dir: "auto" }), reason));
  return made;
}

function verdictsElement(item, stages) {
  const head = element("tr", {}, element("td"), element("th", { scope: "col" }, say("compare.baseline")), element("th", { scope: "col" }, say("compare.candidate")));
  const rows = stages.map((stage, place) =>
    element("tr", { class: item.sides[0].outcomes[place][0] === item.sides[1].outcomes[place][0] ? "" : "changed" }, element("th", { scope: "row" }, say("stage." + stage)), ...item.sides.map((side) => outcomeCell(side.outcomes[place]))));
  return element("div", { class: "verdicts" },
    ...labelled(say("compare.verdicts")), element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

const rankTold = (rank) => (rank === null ? say("compare.rank.none") : say("compare.rank", { n: rank }));

function bodyElement(item, stages) {
  const expected = item.expected.length
    ? item.expected.map((runs) => textElement("p", runs, item.lang))
    : [element("p", { class: "faint" }, say("compare.unlabelled"))];
  const gold = item.lists.gold.map(([id, one, other]) =>
    element("p", { class: "ids" }, id + ": " + (one === other ? rankTold(one) : rankTold(one) + " → " + rankTold(other))));
  const column = (place) => element("div", {},
    element("h3", {}, say(place ? "compare.candidate" : "compare.baseline")),
    diagnosisElement(item.sides[place]),
    ...labelled(say("compare.answer"), answerOf(item.sides[place])),
    ...labelled(say("compare.retrieved"),
      listElement(place ? item.lists.candidate : item.lists.baseline, item.lists.left_out[place], !place)));
  const told = listsTold(item.lists);
  return element("div", { class: "body" },
    ...(item.question.some((run) => typeof run !== "string") ? labelled(say("compare.question"), textElement("p", item.question, item.lang)) : []),
    ...labelled(say("compare.expected"), ...expected),
    ...(gold.length ? labelled(say("compare.gold.label"), ...gold) : []),
    ...(told ? labelled(say("compare.lists"), element("p", {}, told)) : []),
    element("div", { class: "both" }, column(0), column(1)),
    verdictsElement(item, stages),
    element("p", { class: "label" }, element("a", { href: "#case=" + encodeURIComponent(item.key) }, say("compare.link"))));
}

function caseElement(item, stages, heading) {
  const summary = element("summary", {},
    element("span", { class: "id", dir: "auto" }, item.id),
    element("span", { class: "question", dir: "auto", lang: item.lang }, toText(item.question)),
    element("span", { class: "move" }, diagnosisElement(item.sides[0]), " → ", diagnosisElement(item.sides[1])));
  const made = element("details", {}, summary);
  made.addEventListener("toggle", () => {
    if (made.open && made.children.length === 1) made.append(bodyElement(item, stages));
  });
  return made;
}

const optionsOf = (pairs) => pairs.map(([value, text]) => new Option(text, value));

function showCases(place, article) {
  const holder = place;
  const { cases, stages } = island(holder.dataset.cases);
  if (!cases.length) return null;
  const moves = new Map();
  const changes = new Map();
  for (const item of cases) {
    const move = item.sides[0].diagnosis + " " + item.sides[1].diagnosis;
    if (item.sides[0].diagnosis && item.sides[0].diagnosis !== item.sides[1].diagnosis) moves.set(move, (moves.get(move) || 0) + 1);
    changes.set(item.change, (changes.get(item.change) || 0) + 1);
    item.move = move;
    item.haystack = folded([item.id, toText(item.question), ...item.expected.map(toText), ...item.sides.map((side) => (side.answer ? toText(side.answer) : ""))].join("\n"));
  }
  const any = ["", say("compare.filter.any")];
  const change = element("select", {}, ...optionsOf([any, ...CHANGES.filter((name) => changes.has(name)).map((name) => [name, say("compare.change." + name) + " (" + changes.get(name) + ")"])]));
  const move = element("select", {}, ...optionsOf([any, ...[...moves].sort((a, b) => b[1] - a[1]).map(([name, count]) => {
    const [from, to] = name.split(" ");
    return [name, say("diagnosis." + from) + " → " + say("diagnosis." + to) + " (" + count + ")"];
  })]));
  const find = element("input", { type: "search", autocomplete: "off" });
  const reset = element("button", { type: "button" }, say("compare.filter.reset"));
  const count = element("p", { class: "count", role: "status" });
  const list = element("div", { class: "list" });
  const more = element("button", { type: "button", class: "moreover screen" });
  const filters = element("div", { class: "filters screen", role: "search", "aria-label": say("compare.filter") },
    element("label", {}, element("span", {}, say("compare.filter.change")), change),
    ...(moves.size ? [element("label", {}, element("span", {}, say("compare.filter.move")), move)] : []),
    element("label", { class: "find" }, element("span", {}, say("compare.filter.text")), find), reset);
  holder.append(filters, count, list, more);
  let chosen = cases;
  const buttons = [...article.querySelectorAll("td[data-move]")].filter((cell) => moves.has(cell.dataset.move)).map((cell) => {
    const button = element("button", { type: "button", "aria-pressed": "false" }, cell.textContent);
    const [from, to] = cell.dataset.move.split(" ");
    button.setAttribute("aria-label", cell.textContent + ": " + say("diagnosis." + from) + " → " + say("diagnosis." + to));
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      move.value = move.value === cell.dataset.move ? "" : cell.dataset.move;
      change.value = "";
      find.value = "";
      filter();
      if (move.value) holder.scrollIntoView({ block: "start" });
    });
    return [button, cell.dataset.move];
  });

  function add() {
    const shown = list.children.length;
    const size = shown || chosen.length < cases.length ? STEP : FIRST;
    list.append(...chosen.slice(shown, shown + size).map((item) => (item.made = item.made || caseElement(item, stages))));
    const rest = chosen.length - list.children.length;
    more.hidden = rest <= 0;
    more.textContent = say("compare.more", { n: Math.min(STEP, rest) });
  }

  function filter() {
    const wanted = folded(find.value).split(/\s+/).filter(Boolean);
    chosen = cases.filter((item) => (!change.value || item.change === change.value)
      && (!move.value || item.move === move.value) && wanted.every((word) => item.haystack.includes(word)));
    list.replaceChildren();
    add();
    count.textContent = say("compare.shown", { n: chosen.length, all: cases.length });
    for (const [button, name] of buttons) button.setAttribute("aria-pressed", String(move.value === name));
    reset.disabled = !(change.value || move.value || wanted.length);
  }

  change.addEventListener("change", filter);
  move.addEventListener("change", filter);
  find.addEventListener("input", filter);
  reset.addEventListener("click", () => { change.value = move.value = find.value = ""; filter(); find.focus(); });
  more.addEventListener("click", add);
  filter();

  return (key) => {
    const item = cases.find((each) => each.key === key);
    if (!item) return false;
    change.value = move.value = find.value = "";
    filter();
    while (!item.made || !item.made.isConnected) add();
    item.made.open = true;
    item.made.scrollIntoView({ block: "start" });
    item.made.firstElementChild.focus({ preventScroll: true });
    return true;
  };
}

const openers = [...document.querySelectorAll("[data-cases]")]
  .map((holder) => showCases(holder, holder.closest("article")))
  .filter((opener) => opener);

// Says so where a link names a case that did not change, or is left out here.
const missing = element("p", { class: "missing screen", role: "status", hidden: true });
document.querySelector("[data-cases]")?.before(missing);

function follow() {
  const named = namedCases(new URLSearchParams(location.hash.slice(1)));
  if (!named.length) return;
  const isHere = named.some((key) => openers.some((open) => open(key)));
  missing.hidden = isHere;
  missing.textContent = isHere ? "" : say("compare.missing", { id: spelt(named[0]) });
  if (!isHere) missing.scrollIntoView({ block: "center" });
}

window.addEventListener("hashchange", follow);
follow();
