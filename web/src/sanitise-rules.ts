/** What may stay of the HTML that a reader's cell shows. Pure rules; `sanitise.ts` applies them. */

const HTML =
  "a abbr b bdi blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure " +
  "h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark meter ol p pre progress q rp rt ruby s samp section small span strong " +
  "sub summary sup table tbody td tfoot th thead time tr u ul var wbr";
const SVG =
  "svg g path rect circle ellipse line polyline polygon text tspan textPath title desc defs clipPath mask pattern " +
  "linearGradient radialGradient stop marker symbol use image";
const ELEMENTS = new Set(`${HTML} ${SVG}`.toLowerCase().split(" "));

/** Elements that go with everything in them; of any other unknown element the content stays. */
const POISON = new Set(
  "script style template noscript iframe object embed frame frameset math foreignobject link meta base".split(
    " ",
  ),
);

const ATTRIBUTES = new Set(
  (
    "abbr alt colspan datetime dir headers height hidden high id lang low max min open optimum role rowspan scope " +
    "span start style title type value width " +
    "clip-path clip-rule clippathunits cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size " +
    "font-style font-weight fx fy gradienttransform gradientunits marker-end marker-mid marker-start markerheight " +
    "markerunits markerwidth mask maskcontentunits maskunits offset opacity orient paint-order pathlength " +
    "patterncontentunits patterntransform patternunits points preserveaspectratio r refx refy rotate rx ry " +
    "shape-rendering spreadmethod stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap " +
    "stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering " +
    "textlength lengthadjust transform transform-origin vector-effect version viewbox visibility x x1 x2 xmlns y y1 y2"
  ).split(" "),
);

/**
 * The classes that the engine's own pictures have, and the one to three letters of highlighted code. Any other could be one
 * that the page's scripts or styles look for.
 */
const OWN_CLASS =
  /^([a-z][a-z0-9]{0,2}|tk-(view|bars|bench|unseen|who|talk|stack|sent|row)((--|__)[\w-]+)?)$/;

/** What to do with an element: keep it, keep only what is in it, or drop it whole. */
export function judgeElement(name: string): "keep" | "unwrap" | "drop" {
  const lower = name.toLowerCase();
  if (POISON.has(lower)) return "drop";
  return ELEMENTS.has(lower) ? "keep" : "unwrap";
}

/** True when a style or a presentation attribute fetches nothing and covers nothing. */
export function isHarmlessStyle(value: string): boolean {
  const flat = value.replace(/\/\*[\s\S]*?(\*\/|$)/g, "").toLowerCase();
  if (flat.includes("\\")) return false; // an escape can spell url( in letters this test does not see
  if (/image\s*\(|image-set\s*\(|src\s*\(|@import|expression\s*\(/.test(flat)) return false;
  if (/position\s*:\s*(fixed|sticky)/.test(flat)) return false;
  return [...flat.matchAll(/url\s*\(\s*["']?\s*(.)/g)].every((match) => match[1] === "#");
}

/** True when an attribute may stay on an element. Names and elements in any case. */
export function keepsAttribute(element: string, name: string, value: string): boolean {
  const tag = element.toLowerCase();
  const key = name.toLowerCase();
  const target = value.trim().toLowerCase();
  if (key === "href" || key === "xlink:href") {
    if (tag === "a") return /^(https?:\/\/|#)/.test(target);
    if (tag === "image") return isPicture(target);
    return target.startsWith("#");
  }
  if (key === "src") return tag === "img" && isPicture(target);
  if (key === "id") return /^[a-z][\w-]*$/i.test(value);
  if (key === "class") return value.split(/\s+/).every((name) => !name || OWN_CLASS.test(name));
  if (key === "tabindex") return /^(0|-1)$/.test(target);
  if (key.startsWith("aria-")) return true;
  if (!ATTRIBUTES.has(key)) return false;
  return isHarmlessStyle(value);
}

const LISTS_OF_IDS = new Set(
  "aria-activedescendant aria-controls aria-describedby aria-details aria-flowto aria-labelledby aria-owns headers id".split(
    " ",
  ),
);

/**
 * Rename the ids that an attribute gives or refers to, so that an output's never are the page's.
 *
 * @param rename - the new name of an id.
 */
export function withOwnIds(name: string, value: string, rename: (id: string) => string): string {
  const key = name.toLowerCase();
  if (LISTS_OF_IDS.has(key)) return value.replace(/\S+/g, rename);
  if ((key === "href" || key === "xlink:href") && value.startsWith("#")) {
    return `#${rename(value.slice(1))}`;
  }
  return value.replace(/(url\(\s*["']?#)([^"')\s]+)/gi, (_, before, id) => before + rename(id));
}

/** True for a picture that carries its own bytes. SVG is left out: it would be a document of its own. */
function isPicture(target: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,/.test(target);
}
