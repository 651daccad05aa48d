// What a person says of answers: kept in the browser, saved as a file of JSON lines, read back from one.

const SAID = { a: "accept", r: "reject", s: "skip" };

const REVIEWS_FILE = "reviews.jsonl";

const reviewing = {
  said: new Map(), // by id: {verdict, at, said, hashes}
  undone: [], // what stood there before each word, the latest last: [id, review or undefined]
  isKept: true, // by the browser
};

const reviewKey = () => "ragtriage-reviews-" + facts.evaluation;

const toReview = (row) => row[REVIEW] > 0;
const isOpenToReview = (row) => row[REVIEW] === 1 && !reviewing.said.has(row[ID]);

// Reads what the browser kept; one that keeps nothing, or not for files, says so by an error. Any other page of
// the same place may have written there: what is no review is not taken.
function recallReviews() {
  try {
    const kept = JSON.parse(localStorage.getItem(reviewKey()) || "[]");
    reviewing.said = new Map(Array.isArray(kept) ? kept.filter(isKept) : []);
  } catch {
    reviewing.isKept = false;
  }
}

function keepReviews() {
  try {
    if (reviewing.said.size) localStorage.setItem(reviewKey(), JSON.stringify([...reviewing.said]));
    else localStorage.removeItem(reviewKey());
    reviewing.isKept = true;
  } catch {
    reviewing.isKept = false;
  }
}

// What ragtriage says of the answer, as a review repeats it.
function saidOfAnswer(detail) {
  const verdict = detail.verdicts[2];
  return {
    outcome: { P: "pass", F: "fail" }[verdict.letter.toUpperCase()] || "unknown",
    certain: verdict.letter === verdict.letter.toUpperCase(),
    method: verdict.method,
  };
}

function review(row, detail, verdict) {
  reviewing.undone.push([row[ID], reviewing.said.get(row[ID])]);
  reviewing.said.set(row[ID], {
    verdict: verdict, at: new Date().toISOString(), said: saidOfAnswer(detail), hashes: detail.review });
  keepReviews();
}

// Takes the latest word back, and returns the id of its case.
function undoReview() {
  const [id, before] = reviewing.undone.pop();
  if (before) reviewing.said.set(id, before);
  else reviewing.said.delete(id);
  keepReviews();
  return id;
}

function reviewCounts() {
  const counts = { n: 0, total: 0, accept: 0, reject: 0, skip: 0 };
  for (const row of rows) {
    const said = reviewing.said.get(row[ID]);
    if (row[REVIEW] === 1 || said) counts.total += 1;
    if (said) {
      counts.n += 1;
      counts[said.verdict] += 1;
    }
  }
  return counts;
}

function reviewLines() {
  return rows.filter((row) => reviewing.said.has(row[ID])).map((row) =>
    JSON.stringify({ id: row[ID], stage: "answer", ...reviewing.said.get(row[ID]) }) + "\n");
}

function saveReviews() {
  const url = URL.createObjectURL(new Blob(reviewLines(), { type: "application/x-ndjson" }));
  const link = element("a", { href: url, download: REVIEWS_FILE });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const isWord = (value) => value !== null && typeof value === "object" && Object.values(SAID).includes(value.verdict) &&
  value.hashes !== null && typeof value.hashes === "object";

const isKept = (pair) => Array.isArray(pair) && typeof pair[0] === "string" && isWord(pair[1]);

const isReview = (value) => isWord(value) && typeof value.id === "string" && typeof value.stage === "string";

const isSame = (one, other) => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

// Reads a file that was saved; those that fit no case of this page, or another text of it, are left and named.
async function loadReviews(file) {
  const read = new Map();
  let number = 0;
  for (const line of (await file.text()).replace(/^\ufeff/, "").split(/\r?\n/)) {
    number += 1;
    if (!line.trim()) continue;
    let value = null;
    try {
      value = JSON.parse(line);
    } catch {
      // said below
    }
    if (!isReview(value)) return say("review.unreadable", { line: number, file: spelt(file.name) });
    if (value.stage !== "answer") continue;
    const before = read.get(value.id);
    if (before && before.verdict !== value.verdict) return say("review.twice", { line: number, file: spelt(file.name) });
    read.set(value.id, value);
  }
  const places = new Map(rows.map((row, place) => [row[ID], place]));
  const unfit = [];
  let fitting = 0;
  for (const [id, value] of read) {
    const place = places.get(id);
    const detail = place === undefined ? null : await detailOf(place);
    if (!detail || !detail.review || !isSame(detail.review, value.hashes)) {
      unfit.push(spelt(id));
      continue;
    }
    reviewing.said.set(id, { verdict: value.verdict, at: value.at, said: value.said, hashes: value.hashes });
    fitting += 1;
  }
  reviewing.undone = [];
  keepReviews();
  const told = [say("review.loaded", { n: fitting })];
  if (unfit.length) {
    told.push(say("review.unfit", { n: unfit.length, ids: unfit.slice(0, 5).join(", ") + (unfit.length > 5 ? " …" : "") }));
  }
  return told.join(" ");
}

// Above the list: how many answers a person has looked at, and what to do with that.
function reviewBar(start, changed) {
  if (!rows.some(toReview)) return null;
  const count = element("b", {});
  const split = element("span", { class: "faint" });
  const told = element("p", { class: "told", role: "status" });
  const begin = element("button", { type: "button", class: "strong" });
  const save = element("button", { type: "button" }, say("review.save"));
  const chosen = element("input", { type: "file", accept: ".jsonl,.json,.txt", class: "hidden", tabindex: "-1", "aria-label": say("review.load") });
  const load = element("button", { type: "button" }, say("review.load"));
  const meter = element("meter", { min: "0", "aria-hidden": "true" });
  begin.addEventListener("click", start);
  save.addEventListener("click", () => {
    saveReviews();
    told.textContent = say("review.saved", { n: reviewing.said.size, file: REVIEWS_FILE });
  });
  load.addEventListener("click", () => chosen.click());
  chosen.addEventListener("change", async () => {
    const file = chosen.files[0];
    if (!file) return;
    const message = await loadReviews(file);
    chosen.value = "";
    changed();
    told.textContent = message;
  });
  const bar = element("aside", { class: "reviews screen", "aria-label": say("review.filter") },
    element("div", { class: "counts" }, count, split, meter),
    element("div", { class: "doing" }, begin, save, load, chosen),
    element("p", { class: "note" }, say("review.about"), " ", element("code", { dir: "ltr" }, "ragtriage rescore DIR --reviews " + REVIEWS_FILE)),
    told);
  const show = () => {
    const counts = reviewCounts();
    count.textContent = say("review.count", counts);
    split.textContent = counts.n ? say("review.split", counts) : "";
    meter.max = counts.total;
    meter.value = counts.n;
    begin.textContent = say(counts.n ? "review.go_on" : "review.start");
    begin.disabled = !rows.some(isOpenToReview);
    save.disabled = !counts.n;
    told.textContent = reviewing.isKept ? "" : say("review.not_kept");
  };
  return { bar: bar, show: show };
}

// With a case: accept, reject and skip, what was said of it, and the latest word taken back.
function reviewPanel(row, detail, decide, undo) {
  const said = reviewing.said.get(row[ID]);
  const buttons = Object.entries(SAID).map(([key, verdict]) => {
    const button = element("button", { type: "button", class: "says-" + verdict, "aria-keyshortcuts": key, "aria-pressed": String(said ? said.verdict === verdict : false) },
      say("review." + verdict), " ", element("kbd", { "aria-hidden": "true" }, key));
    button.addEventListener("click", () => decide(verdict));
    return button;
  });
  const back = element("button", { type: "button", "aria-keyshortcuts": "u" }, say("review.undo"), " ", element("kbd", { "aria-hidden": "true" }, "u"));
  back.disabled = !reviewing.undone.length;
  back.addEventListener("click", undo);
  const counts = reviewCounts();
  return element("div", { class: "reviewing screen", role: "group", "aria-labelledby": "review-title" },
    element("span", { id: "review-title" }, say(detail.answerable === false ? "review.declines" : "review.title"),
      row[REVIEW] === 2 && !said ? element("small", { class: "faint" }, say("review.person")) : null),
    element("span", { class: "buttons" }, ...buttons, back),
    element("span", { class: "faint" }, say("review.count", counts)));
}
