/**
 * A copy of what was unpacked, on this device: unpacking is half of the work of a start.
 *
 * One file holds the parts, one after the other, and at its end a mark that is written last. It is named by what it was
 * unpacked from. It is no more than a copy: where it is missing, locked by another tab or not whole, nobody minds.
 */

import { type Packed, RUNTIME } from "./manifest.ts";

/** Where a copy is, and what is in it. */
export interface Place {
  folder: string;
  file: string;
  /** The parts in their order: names, and sizes in bytes. */
  parts: { name: string; bytes: number }[];
}

/** The part of the browser's interface that is used; older browsers answer with promises. */
interface Handle {
  read(into: Uint8Array, options: { at: number }): number | Promise<number>;
  write(from: Uint8Array, options: { at: number }): number | Promise<number>;
  getSize(): number | Promise<number>;
  truncate(bytes: number): void | Promise<void>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
}
interface WithHandle {
  createSyncAccessHandle(options?: { mode: "read-only" | "readwrite" }): Promise<Handle>;
}

const MARK = new TextEncoder().encode("whole");
/** Bytes that must be free on the device beside the copy: it is for speed alone, so nothing may lack room for it. */
const RESERVE = 500_000_000;

/** The folder of all copies of a site. */
export function folderOf(base: URL): string {
  return `turnkeeper ${encodeURIComponent(base.pathname)}`;
}

/** @param base The Pyodide folder of the site, with its last slash. */
export async function placeOf(base: URL, packed: Record<string, Packed>): Promise<Place> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify(packed)),
  );
  const name = [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0"));
  const parts = Object.entries(packed)
    .filter(([name]) => name !== RUNTIME) // a file by itself: kept-code.ts
    .map(([name, { bytes }]) => ({ name, bytes }));
  return { folder: folderOf(base), file: name.join(""), parts };
}

const total = ({ parts }: Place): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

async function handleOf(
  folder: FileSystemDirectoryHandle,
  file: string,
  mode: "read-only" | "readwrite",
): Promise<Handle> {
  const found = await folder.getFileHandle(file, { create: mode === "readwrite" });
  return (found as unknown as WithHandle).createSyncAccessHandle({ mode });
}

/** A copy that can be read. */
export class Copy {
  private readonly handle: Handle;
  private readonly folder: FileSystemDirectoryHandle;
  private readonly place: Place;
  private closed = false;

  private constructor(handle: Handle, folder: FileSystemDirectoryHandle, place: Place) {
    this.handle = handle;
    this.folder = folder;
    this.place = place;
  }

  /** Open the copy; undefined where there is none to be had. */
  static async open(place: Place): Promise<Copy | undefined> {
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(place.folder);
      const handle = await handleOf(folder, place.file, "read-only");
      const mark = new Uint8Array(MARK.length);
      await handle.read(mark, { at: total(place) });
      const isWhole = mark.every((byte, index) => byte === MARK[index]);
      if (isWhole && (await handle.getSize()) === total(place) + MARK.length) {
        return new Copy(handle, folder, place);
      }
      await handle.close();
    } catch {
      // never written, another tab writes it, or the browser keeps none
    }
    return undefined;
  }

  /**
   * Read from a part.
   *
   * @param from - the first byte.
   * @throws when there is less than what `into` takes.
   */
  async read(name: string, into: Uint8Array, from = 0): Promise<void> {
    let at = from;
    for (const part of this.place.parts) {
      if (part.name === name) break;
      at += part.bytes;
    }
    const bytes = await this.handle.read(into, { at });
    if (bytes !== into.length) throw new Error(`The copy of ${name} is cut off.`);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }

  /** Remove it from the device; nothing happens where another tab has it open. */
  async remove(): Promise<void> {
    await this.close();
    await this.folder.removeEntry(this.place.file).catch(() => {});
  }
}

/** Whether the device has room for a copy. */
export async function hasRoom(place: Place): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage >= total(place) + RESERVE;
}

/**
 * Write a copy, and remove those of other versions.
 *
 * @param frames - of all parts, in their order.
 * @throws when it cannot be written; then there is none.
 */
export async function writeCopy(place: Place, frames: readonly Uint8Array[]): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(place.folder, { create: true });
  const names = folder as unknown as { keys(): AsyncIterable<string> };
  for await (const name of names.keys()) {
    if (name !== place.file) await folder.removeEntry(name);
  }
  const handle = await handleOf(folder, place.file, "readwrite");
  try {
    await handle.truncate(0);
    let at = 0;
    for (const frame of frames) at += await handle.write(frame, { at });
    if (at !== total(place)) throw new Error(`${at} of ${total(place)} bytes were written.`);
    await handle.flush(); // the mark must not be there before the rest
    await handle.write(MARK, { at });
    await handle.flush();
  } finally {
    await handle.close();
  }
}
