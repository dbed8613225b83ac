/** Pages of one sentence, for addresses that nothing else can answer. They need no other file. */

import { CURRENT } from "./sw-routes.ts";

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}" +
  "a{display:inline-block;min-height:44px;line-height:44px;margin-right:1rem}";

export interface Sentences {
  title: string;
  words: string;
  /** Address and text of each link. */
  links: [address: string, text: string][];
  /** Where the browser goes by itself after two seconds. */
  next?: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Make the page. */
export function sentencePage({ title, words, links, next }: Sentences, status: number): Response {
  const anchors = links.map(
    ([address, text]) => `<a href="${escaped(address)}">${escaped(text)}</a>`,
  );
  const refresh = next ? `<meta http-equiv="refresh" content="2; url=${escaped(next)}">` : "";
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `${refresh}<link rel="icon" href="data:,"><title>${escaped(title)}</title><style>${STYLE}</style><main><h1>${escaped(title)}</h1>` +
    `<p>${escaped(words)}</p><p>${anchors.join("")}</p></main></html>`;
  return new Response(html, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** For a page that is not kept, without a connection. */
export function withoutConnection(what: "notebooks" | "reference" | "page", home: URL): Sentences {
  const subject = {
    notebooks: "The notebooks need a connection: they are too large to be kept on this device.",
    reference: "The Python reference needs a connection: it is not kept on this device.",
    page: "This page is not kept on this device, so it needs a connection.",
  }[what];
  return {
    title: "There is no connection",
    words: `${subject} Reload this page once there is one.`,
    links: [[home.href, "To the course"]],
  };
}

/** While the newer version is on its way. */
export function beingFetched(address: URL, tries: number): Sentences {
  const next = new URL(address);
  next.searchParams.set(CURRENT, String(tries));
  return {
    title: "The newer version is being fetched",
    words: "This page opens by itself as soon as all of it is there.",
    links: [],
    next: next.href,
  };
}

/** For a page that the kept version does not have, or of which the network has another version. */
export function inNewerVersion(current: URL, home: URL): Sentences {
  return {
    title: "This page is in a newer version of the course",
    words:
      "The version that is kept on this device does not have it, and pages of two versions are never mixed. " +
      "Your text and your progress stay when you load the newer version; what runs in Python ends, in all tabs.",
    links: [
      [current.href, "Load the newer version"],
      [home.href, "Stay with this one"],
    ],
  };
}
