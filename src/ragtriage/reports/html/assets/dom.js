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

// What would steer a reader's eye, or hide from it: controls, directions, letters without a shape.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/gu;

const hex = (character, digits) => character.codePointAt(0).toString(16).toUpperCase().padStart(digits, "0");

const spelt = (text) => text.replace(UNSEEN, (character) => "<U+" + hex(character, 4) + ">");

// What is searched, folded: full-width and half-width forms and upper and lower case are the same.
const folded = (text) => text.normalize("NFKC").toLowerCase();

// What the case of an address may be called: as `URLSearchParams` reads it, and, of what somebody wrote by hand,
// all that stands behind `#case=`, where `+` is no space and a lone `%` itself.
function namedCases(parts) {
  if (!parts.has("case")) return [];
  const written = location.hash.startsWith("#case=") ? location.hash.slice(6) : "";
  let decoded = written;
  try {
    decoded = decodeURIComponent(written);
  } catch {
    // no escapes, so that it stands for itself
  }
  return [parts.get("case"), decoded, written];
}

// Numbers are shown to three places, as everywhere in ragtriage.
const decimal = (value) => value.toFixed(3);
