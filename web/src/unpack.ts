/** Take apart, while it arrives, what the build packed with Zstandard: a fifth fewer bytes than gzip. */

import type { Packed } from "./manifest.ts";

/** Unpacked size of each frame but the last, in bytes: one is unpacked while the next is on its way. */
export const FRAME = 16 * 1024 * 1024;

/**
 * Unpacks one frame.
 *
 * @param packed - its bytes; they may be gone afterwards.
 * @param bytes - the size that it must come to.
 */
export type UnpackFrame = (packed: Uint8Array, bytes: number) => Promise<Uint8Array>;

/** The unpacked size of each frame of a file. */
export function sizesOf({ bytes, frames }: Packed): number[] {
  return frames.map((_, index) => Math.min(FRAME, bytes - index * FRAME));
}

/**
 * Unpack a file while it arrives.
 *
 * @param arriving The packed bytes, part by part.
 * @param packed How the file was packed. Each frame is unpacked as soon as it is there.
 * @param put Takes each unpacked frame and its place among them; they come in order.
 * @throws When the bytes are not those of the file.
 */
export async function unpack(
  arriving: AsyncIterable<Uint8Array>,
  packed: Packed,
  unpackFrame: UnpackFrame,
  put: (frame: Uint8Array, index: number) => void,
): Promise<void> {
  const sizes = sizesOf(packed);
  let before = Promise.resolve();
  let index = 0;
  for await (const frame of framesOf(arriving, packed)) {
    const [own, bytes] = [index, sizes[index] ?? 0];
    const unpacked = unpackFrame(frame, bytes);
    before = before.then(async () => {
      const plain = await unpacked;
      if (plain.length !== bytes) {
        throw new Error(`${packed.file} is damaged: ${plain.length} of ${bytes} bytes.`);
      }
      put(plain, own);
    });
    unpacked.catch(() => {}); // whoever waits for all of them hears of it
    before.catch(() => {});
    index += 1;
  }
  await before;
}

/** The packed frames of a file, each as soon as it has arrived. */
async function* framesOf(
  arriving: AsyncIterable<Uint8Array>,
  { file, frames }: Packed,
): AsyncGenerator<Uint8Array> {
  const waiting = [...frames];
  let frame = new Uint8Array(waiting[0] ?? 0);
  let filled = 0;
  let total = 0;
  for await (const part of arriving) {
    total += part.length;
    for (let rest = part; rest.length > 0; ) {
      if (waiting.length === 0) break;
      const taken = rest.subarray(0, frame.length - filled);
      frame.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
      if (filled < frame.length) continue;
      yield frame;
      waiting.shift();
      frame = new Uint8Array(waiting[0] ?? 0);
      filled = 0;
    }
  }
  const whole = frames.reduce((sum, bytes) => sum + bytes, 0);
  if (total !== whole) throw new Error(`${file} came to ${total} of ${whole} bytes.`);
}
