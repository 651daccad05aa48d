// Elements are built from data, and text stays text: markup in it is never parsed.

const byId = (id) => document.getElementById(id);

const island = (id) => JSON.parse(byId(id).textContent);

// The text of an island that was packed, because there is so much of it.
async function unpacked(island) {
  const bytes = Uint8Array.from(atob(island.textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

// element("a", {class: "id", href: "#x"}, "text", another): an attribute that is null or false is left out.
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const words = island("messages");

const numberFormat = new Intl.NumberFormat("en");

// say("case.rank", {n: 3}): a message with its values put in.
function say(key, values) {
  const text = words[key];
  if (text === undefined) throw new Error("no message " + key);
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    typeof values[name] === "number" ? numberFormat.format(values[name]) : String(values[name]));
}

// Numbers are shown to three places, as everywhere in ragtriage.
const decimal = (value) => value.toFixed(3);
