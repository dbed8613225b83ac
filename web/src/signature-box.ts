/** Draws how a function is called. */

import { el } from "./dom.ts";
import type { Signature } from "./protocol.ts";

/** Of more parameters than these, those that may be left out are shown by name alone. */
const MANY = 10;

/** The parameters as they are shown, so that a long list leaves room for the sentence below it. */
export function shorten(parameters: string[]): string[] {
  if (parameters.length <= MANY) return parameters;
  return parameters.map((one) => {
    const [name = ""] = one.split(/[:=]/, 1);
    return isNeeded(one) ? one : /^[*/]/.test(one) ? one : `${name.trim()}=…`;
  });
}

const isNeeded = (parameter: string) => !/[=*/]/.test(parameter);

/** A signature as a line of text. */
export function inWords({ name, parameters, returns, about }: Signature): string {
  const called = parameters ? `${name}(${shorten(parameters).join(", ")})` : name;
  return `${called}${returns && ` → ${returns}`}${about && `. ${about}`}`;
}

/** A signature as the editor shows it: the call, then the first sentence of the docstring. */
export function drawSignature({ name, parameters, returns, about }: Signature): HTMLElement {
  const call = el("code", {}, name);
  if (parameters) {
    call.append("(");
    shorten(parameters).forEach((parameter, at) => {
      const comma = at > 0 ? ", " : "";
      // What a call must be given stands out.
      call.append(comma, el(isNeeded(parameter) ? "strong" : "span", {}, parameter));
    });
    call.append(")");
  }
  if (returns) call.append(` → ${returns}`);
  const box = el("div", { class: "tk-signature" }, call);
  if (about) box.append(el("p", {}, about));
  return box;
}
