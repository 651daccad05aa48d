// One case: what was asked, came back and was answered, and how each stage was judged.

const OUTCOMES = { P: "pass", F: "fail", U: "unknown", N: "not_applicable", X: "unknown" };

const STAGES = ["retrieval", "evidence", "answer", "support"];

// Whether it is shown, likely or open.
function stateElement(row) {
  const state = facts.states[row[STATE]];
  return element("span", { class: "state " + state }, say("state." + state));
}

// The word for a verdict's letter; a question mark where it is not certain.
function outcomeWord(letter) {
  const upper = letter.toUpperCase();
  return say("outcome." + OUTCOMES[upper]) + (letter === upper ? "" : "?");
}

const outcomeClass = (letter) => "outcome " + OUTCOMES[letter.toUpperCase()];

// A shell takes this as one word, whatever the id is; bash and zsh read what is spelt out. What begins with a
// dash is no option behind `--`.
function quoted(text) {
  return (text.startsWith("-") ? "-- " : "") + quotedWord(text);
}

function quotedWord(text) {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  if (text.search(UNSEEN) < 0) return "'" + text.replaceAll("'", "'\"'\"'") + "'";
  return "$'" + text.replace(/['\\]/g, "\\$&").replace(UNSEEN, (character) => "\\U" + hex(character, 8)) + "'";
}

function appendIf(parent, ...children) {
  parent.append(...children.filter(Boolean));
  return parent;
}

function part(title, ...content) {
  const kept = content.filter(Boolean);
  return kept.length ? element("section", {}, element("h3", {}, title), ...kept) : null;
}

const faint = (text) => element("span", { class: "faint" }, text);

// Marks of texts; those that belong to a statement carry its number, and can be jumped to.
function markMaker(seen, taken) {
  return (kinds, text, references, ending) => {
    const made = element("mark", { class: [...kinds].join(" ") }, text);
    for (const kind of kinds) seen.add(kind);
    for (const reference of references) {
      const id = "mark-" + (/[uo]/.test(kinds) ? "said" : "q") + "-" + reference;
      // of a mark in several pieces, or of a text that is shown twice, the first is jumped to
      if (!taken.has(id) && !made.id) {
        taken.add(id);
        made.id = id;
        made.tabIndex = -1;
      }
    }
    for (const reference of ending) made.append(element("sup", {}, String(reference + 1)));
    return made;
  };
}

function replyDetails(replies) {
  return (replies || []).map((reply) =>
    element("details", {}, element("summary", {}, say("case.reply")), textElement("div", reply, "")));
}

function legend(seen, kinds) {
  const shown = [...kinds].filter((kind) => seen.has(kind));
  if (!shown.length) return null;
  return element("p", { class: "note marks" },
    ...shown.map((kind) => element("span", {}, element("mark", { class: kind }, say("case.mark." + kind)))));
}

function jump(id) {
  const target = byId(id);
  if (!target) return;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

function diagnosisLine(row, detail) {
  const fix = facts.fixes[row[FIX]];
  const isOpen = facts.states[row[STATE]] === "open";
  const line = element("p", { class: "diagnosed" },
    element("b", { class: "dot " + facts.colours[facts.diagnoses[row[DIAGNOSIS]]][fix] },
      isOpen ? say("case.open") : say("diagnosis." + detail.diagnosis)),
    " ", element("code", { class: "faint" }, detail.diagnosis));
  if (isOpen) {
    const could = detail.could || [];
    const named = could.filter((name) => name !== "none").map((name) => say("fix." + name));
    if (could.includes("none")) named.push(say("case.could_pass"));
    const unknown = STAGES.filter((_, place) => "UX".includes(detail.verdicts[place].letter)).map((name) => say("stage." + name));
    return [line, element("p", { class: "note" },
      named.length ? say("case.could", { names: named.join(" · ") }) + " " : "",
      unknown.length ? say("case.unjudged", { names: unknown.join(" · ") }) : "")];
  }
  if (fix !== "none") line.append(" · " + say("case.fix", { fix: say("fix." + fix) }));
  if (detail.second) line.append(", " + say("case.second", { fix: say("fix." + detail.second) }));
  line.append(" ", stateElement(row));
  return [line, element("p", { class: "note" }, say("meaning." + detail.meaning))];
}

function goldList(detail) {
  if (!detail.gold.length) return faint(say("case.not_labelled"));
  let group = null;
  return element("ul", {}, ...detail.gold.map((gold) => {
    const item = element("li", {});
    if (gold.group !== undefined && gold.group !== group) item.append(faint(say("case.one_of") + " "));
    group = gold.group;
    item.append(element("bdi", { class: "code" }, gold.id));
    const told = [];
    if (gold.grade !== undefined) told.push(say("case.grade", { n: gold.grade }));
    told.push(gold.rank === undefined ? say("case.not_back") : say("case.rank", { n: gold.rank }));
    if (gold.is_past) told.push(say("case.past"));
    item.append(faint("  " + told.join(" · ")));
    return item;
  }));
}

function evidenceList(detail, lang) {
  if (!detail.evidence.length) return faint(say("case.not_labelled"));
  return element("ul", {}, ...detail.evidence.map((passage) => element("li", {},
    textElement("span", passage.text, lang),
    faint("  " + (passage.found ? say("case.found_in", { places: passage.found.join(", ") }) : say("case.not_found"))))));
}

function expectedList(detail, lang) {
  if (!detail.answerable && detail.answerable !== undefined) return faint(say("case.to_decline"));
  if (!detail.expected.length) return faint(say("case.not_labelled"));
  return element("ul", {}, ...detail.expected.map((each) => textElement("li", each, lang)));
}

// The rule by which it was judged, in its own words: for whoever wants to know.
function methodLine(judged) {
  const score = judged.score === undefined || judged.score === null ? "" : " (" + decimal(judged.score) + ")";
  return element("div", { class: "faint" }, element("bdi", { class: "code", lang: "en" }, judged.method), score);
}

// Causes that a reason does not name by itself.
const UNSAID = ["judge_failed", "not_applicable"];

function causeLine(judged) {
  if (!judged.cause || (judged.reason && !UNSAID.includes(judged.cause))) return null;
  return element("div", { class: "faint" }, say("cause." + judged.cause));
}

// English, unless the page knows it in its own language.
function reasonElement(judged) {
  return textElement("div", judged.reason, judged.is_translated ? "" : "en");
}

function relevanceLines(detail) {
  const known = detail.relevance;
  if (!known) return [];
  return [known.reason ? reasonElement(known) : null, causeLine(known), methodLine(known), ...replyDetails(known.replies)];
}

function verdictTable(detail) {
  const rows = detail.verdicts.map((verdict, place) => {
    const grounds = element("td", {});
    if (verdict.reason) grounds.append(reasonElement(verdict));
    if (verdict.method === "person") grounds.append(element("div", {}, say("review.person")));
    appendIf(grounds, causeLine(verdict));
    if (verdict.note) grounds.append(element("div", {}, say(verdict.note)));
    grounds.append(...replyDetails(verdict.replies));
    return element("tr", {},
      element("th", { scope: "row" }, say("stage." + STAGES[place]), element("small", {}, say("asks." + STAGES[place]))),
      element("td", { class: outcomeClass(verdict.letter), title: verdict.method }, outcomeWord(verdict.letter)),
      grounds);
  });
  return element("table", { class: "verdicts" }, element("tbody", {}, ...rows));
}

function howDetails(detail) {
  return element("details", { class: "how" }, element("summary", {}, say("case.how")),
    element("dl", { class: "about" }, ...detail.verdicts.map((verdict, place) =>
      element("div", {}, element("dt", {}, say("stage." + STAGES[place])), element("dd", {}, methodLine(verdict))))),
    element("p", { class: "note" }, say("case.row", { n: detail.row })));
}

function statementList(detail, lang) {
  const statements = detail.statements || [];
  if (!statements.length) return null;
  return element("ol", { class: "statements" }, ...statements.map((statement, number) => {
    const known = ["supported", "contradicted", "not_mentioned", "unclear"].includes(statement.outcome);
    const isBacked = statement.outcome === "supported";
    const item = element("li", { id: "statement-" + number },
      element("b", { class: "outcome " + (isBacked ? "pass" : statement.outcome === "unclear" ? "unknown" : "fail") },
        known ? say("case.outcome." + statement.outcome) : statement.outcome), " ");
    item.append(textElement("span", statement.text, lang));
    if (statement.quote) {
      const target = "mark-q-" + number;
      const button = element("button", { type: "button", class: "link" }, say("case.quote", { n: statement.chunk + 1 }));
      button.addEventListener("click", () => jump(target));
      item.append(element("div", { class: "quote" }, button, " ", textElement("q", statement.quote, lang)));
    }
    if (statement.reason) item.append(textElement("div", statement.reason, "", null, { class: "faint" }));
    return item;
  }));
}

function body(runs, lang, mark) {
  if (runs === undefined || runs === null) return element("p", { class: "faint" }, say("case.no_text"));
  if (!runs.length || (runs.length === 1 && typeof runs[0] === "string" && !runs[0].trim())) {
    return element("p", { class: "faint" }, say("case.blank"));
  }
  return textElement("div", runs, lang, mark);
}

function retrievedList(detail, mark) {
  const entries = detail.retrieved;
  if (!entries) return faint(say("case.not_recorded"));
  if (!entries.length && !detail.retrieved_count) return faint(say("case.nothing_back"));
  const list = element("ol", { class: "retrieved" });
  let isPast = false;
  for (const entry of entries) {
    if (entry.is_past && !isPast) {
      isPast = true;
      list.append(element("li", { class: "cutoff" }, say("case.not_judged_below", { k: facts.k })));
    }
    const head = element("div", { class: "entry" }, element("span", { class: "rank" }, String(entry.rank)));
    if (entry.is_gold) head.append(element("span", { class: "gold" }, say("case.is_gold")));
    const ids = entry.ids.length ? entry.ids : [say("case.no_id")];
    ids.forEach((id) => head.append(element("bdi", { class: "code" }, id)));
    if (entry.score !== undefined) head.append(faint(say("case.score", { n: String(Number(entry.score.toPrecision(6))) })));
    if (entry.matters !== undefined) head.append(element("span", {}, say(entry.matters ? "case.matters" : "case.does_not_matter")));
    const item = element("li", { class: entry.is_gold ? "is-gold" : null }, head);
    if (entry.text !== undefined) item.append(body(entry.text, entry.lang, mark));
    if (entry.why) item.append(textElement("div", entry.why, "", null, { class: "faint small" }));
    list.append(item);
  }
  const more = detail.retrieved_count ? detail.retrieved_count - entries.length : 0;
  const isRun = entries.length && entries[entries.length - 1].rank > entries.length;
  return appendIf(element("div", {}),
    isRun || (more > 0 && entries.length < 100)
      ? element("p", { class: "note" }, say("case.retrieved_run", { n: detail.retrieved_count })) : null,
    list,
    more > 0 && entries.length >= 100 ? element("p", { class: "note" }, say("case.more", { n: more })) : null);
}

function contextList(detail, mark) {
  if (!detail.context) return null;
  return element("ol", { class: "retrieved" }, ...detail.context.map((text, place) =>
    element("li", {}, element("div", { class: "entry" }, element("span", { class: "rank" }, String(place + 1))),
      body(text.text, text.lang, mark))));
}

function metricList(detail) {
  const shown = facts.metrics.map((name, place) => [name, detail.metrics[place]])
    .filter(([, value]) => value !== null && value !== undefined);
  if (!shown.length) return null;
  return element("dl", { class: "numbers" }, ...shown.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, decimal(value)))));
}

function labelled(list, label, content) {
  if (content) list.append(element("div", {}, element("dt", {}, label), element("dd", {}, content)));
}

// All about a case, as children of its dialog.
function caseContent(row, detail) {
  const lang = row[LANG];
  const seen = new Set();
  const mark = markMaker(seen, new Set());
  const about = element("dl", { class: "about" });
  labelled(about, say("case.question"), detail.question.length
    ? textElement("div", detail.question, lang, null, { class: "asked" }) : faint(say("case.not_recorded")));
  labelled(about, say("case.expected"), expectedList(detail, lang));
  const answer = detail.answer ? textElement("div", detail.answer, lang, mark) : faint(say(detail.answer_note));
  labelled(about, say("case.answer"), element("div", {}, answer,
    detail.abstained && detail.answer ? faint(say("case.abstained")) : null));
  const answerLegend = legend(seen, "auo");
  if (answerLegend) about.lastChild.lastChild.append(answerLegend);
  labelled(about, say("case.gold"), goldList(detail));
  labelled(about, say("case.evidence"), evidenceList(detail, lang));
  seen.clear();
  const retrieved = retrievedList(detail, mark);
  const context = contextList(detail, mark);
  const marks = legend(seen, "eqn");
  const notes = [
    ...(detail.notes || []).map((note) => textElement("li", note, "en")),
    detail.known_without_retrieval === undefined ? null
      : element("li", {}, say(detail.known_without_retrieval ? "case.known" : "case.not_known")),
  ].filter(Boolean);
  const more = element("dl", { class: "about" });
  labelled(more, say("case.tags"), row[TAGS].map((tag) => facts.tags[tag]).join(", "));
  labelled(more, say("case.language"), row[LANGUAGE] < 0 ? "" : facts.languages[row[LANGUAGE]]);
  labelled(more, say("case.cluster"), detail.cluster);
  labelled(more, say("case.metadata"), detail.metadata ? textElement("div", detail.metadata, "", null, { class: "code" }) : null);
  return [
    ...diagnosisLine(row, detail),
    about,
    part(say("case.verdicts"), verdictTable(detail), howDetails(detail)),
    part(say("case.statements"), statementList(detail, lang)),
    part(say("case.retrieved"), context ? null : marks, retrieved),
    part(say("case.relevance"), ...relevanceLines(detail)),
    part(say("case.context"), context ? marks : null, context),
    part(say("case.metrics"), metricList(detail)),
    notes.length ? part(say("case.notes"), element("ul", {}, ...notes)) : null,
    more.children.length ? more : null,
    element("p", { class: "note" }, say(detail.is_cut ? "case.cut" : "case.all"),
      element("code", { dir: "ltr" }, "ragtriage explain DIR " + quoted(row[ID]))),
  ].filter(Boolean);
}
