/** A worker that unpacks, beside the one in which Python starts, and keeps a copy of what was unpacked. */

import { unpackFrame } from "./unpack-frame.ts";
import { writeCopy } from "./unpacked-copy.ts";
import type { Asked, Given } from "./unpacker.ts";

const give = (given: Given, transfer: Transferable[] = []) => self.postMessage(given, { transfer });

self.addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  try {
    if ("frames" in data) {
      await writeCopy(data.place, data.frames);
      give({ id, kept: true });
    } else {
      const plain = await unpackFrame(data.packed, data.bytes);
      give({ id, plain }, [plain.buffer]);
    }
  } catch (error) {
    give({ id, problem: String(error) });
  }
});
