/**
 * Links that carry the code of a cell or an exercise: `#cell-3&code=…`, compressed. No DOM here.
 *
 * Whoever makes such a link may mean harm, so everything in it is checked, and what fails is refused with a sentence.
 */

import { withoutKeys } from "./keys.ts";

/** Characters that a link may add to the page's address; many programs cut longer ones. */
const LONGEST = 8_000;
/** Bytes that a link's code may come to, so that a small link cannot unpack to fill the memory. */
const LARGEST = 64 * 1024;

/** A link cannot be made or read; the message is for the reader. */
export class LinkError extends Error {}

/** What a link's fragment names. */
export interface CellLink {
  /** The id of a cell or an exercise on the page. */
  id: string;
  /** Its code, still packed. */
  packed: string;
}

// Control characters but for tab and line feed; marks that turn the direction of text or are not seen.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

/** Read a page's fragment; null when it is no link with code. */
export function readFragment(fragment: string): CellLink | null {
  const found = /^#((?:cell|exercise)-\w+)&code=(.*)$/s.exec(fragment);
  return found?.[1] ? { id: found[1], packed: found[2] ?? "" } : null;
}

/**
 * Make the fragment of a link that carries code.
 *
 * @throws {LinkError} when the code holds an API key or hidden characters, or is too long.
 */
export async function makeFragment(id: string, text: string): Promise<string> {
  if (withoutKeys(text) !== text) {
    throw new LinkError(
      "No link: the code holds what looks like an API key, and a link would show it to others. Take it out, then copy the link.",
    );
  }
  if (HIDDEN.test(text)) {
    throw new LinkError(
      "No link: the code holds characters that are not seen. Take them out, then copy the link.",
    );
  }
  const bytes = new TextEncoder().encode(text);
  const packed = bytes.length > LARGEST ? "" : base64(await through(bytes, "pack"));
  if (!packed || packed.length > LONGEST) {
    throw new LinkError(
      "No link: the code is too long for one. Copy the code and send it as a file.",
    );
  }
  return `#${id}&code=${packed}`;
}

/**
 * Unpack the code of a link.
 *
 * @throws {LinkError} when it is damaged, too large, or holds what would be hidden from the reader.
 */
export async function unpack({ packed }: CellLink): Promise<string> {
  const damaged = "This link's code is damaged, so it is not shown. Ask for the link again.";
  const large = "This link's code is too long, so it is not shown. Ask for the code as a file.";
  if (packed.length > LONGEST) throw new LinkError(large);
  if (!/^[\w-]+$/.test(packed)) throw new LinkError(damaged);
  let text: string;
  try {
    const bytes = await through(bytesOf(packed), "unpack");
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new LinkError(error instanceof RangeError ? large : damaged);
  }
  if (HIDDEN.test(text)) {
    throw new LinkError(
      "This link's code holds characters that are not seen and can make code look like other code, so it is not shown.",
    );
  }
  return text;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: "pack" | "unpack",
): Promise<Uint8Array<ArrayBuffer>> {
  const format = "deflate-raw";
  const engine = way === "pack" ? new CompressionStream(format) : new DecompressionStream(format);
  const reader = new Blob([bytes]).stream().pipeThrough(engine).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) {
      void reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
