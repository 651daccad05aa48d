// Texts of cases: runs as texts.py makes them.

// Append runs to an element: plain text, how much was left out, or marked text.
// `mark(kinds, text, references)` makes the element of a marked run; without it they are <mark class="KINDS">.
function appendRuns(parent, runs, mark) {
  for (const run of runs) {
    if (typeof run === "string") parent.append(run);
    else if (typeof run === "number") {
      parent.append(element("span", { class: "left-out" }, say("text.left_out", { n: run })));
    } else if (mark) parent.append(mark(run[0], run[1], run[2]));
    else parent.append(element("mark", { class: [...run[0]].join(" ") }, run[1]));
  }
  return parent;
}

// An element that holds the text of a case: in its own language, and in the direction of its first strong letter.
function textElement(tag, runs, lang, mark, more) {
  const made = element(tag, { dir: "auto", lang: lang || null, ...more });
  made.classList.add("text");
  return appendRuns(made, runs, mark);
}
