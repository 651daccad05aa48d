// Texts of cases: runs as texts.py makes them.

// Append runs to an element: plain text, how much was left out, or marked text.
// `mark(kinds, text, references, ending)` makes the element of a marked run, where `ending` are the references
// that do not go on in the next one; without it they are <mark class="KINDS">.
function appendRuns(parent, runs, mark) {
  runs.forEach((run, place) => {
    if (typeof run === "string") parent.append(run);
    else if (typeof run === "number") {
      parent.append(element("span", { class: "left-out" }, say("text.left_out", { n: run })));
    } else if (mark) {
      const next = runs[place + 1];
      const going = Array.isArray(next) ? next[2] : [];
      parent.append(mark(run[0], run[1], run[2], run[2].filter((reference) => !going.includes(reference))));
    } else parent.append(element("mark", { class: [...run[0]].join(" ") }, run[1]));
  });
  return parent;
}

// An element that holds the text of a case: in its own language, and in the direction of its first strong letter.
function textElement(tag, runs, lang, mark, more) {
  const made = element(tag, { dir: "auto", lang: lang || null, ...more });
  made.classList.add("text");
  return appendRuns(made, runs, mark);
}
