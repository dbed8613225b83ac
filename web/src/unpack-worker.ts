/** A worker that unpacks, beside the one in which Python starts, and keeps a copy of what was unpacked. */

import { keepCode } from "./kept-code.ts";
import { unpackFrame } from "./unpack-frame.ts";
import { hasRoom, writeCopy } from "./unpacked-copy.ts";
import type { Asked, Given } from "./unpacker.ts";

const give = (given: Given, transfer: Transferable[] = []) => self.postMessage(given, { transfer });

self.addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  try {
    if ("frames" in data) {
      if (await hasRoom(data.place)) {
        await keepCode(new URL(data.base), data.cache, data.code);
        await writeCopy(data.place, data.frames); // its mark is the last that is written
      }
      give({ id, kept: true });
    } else {
      const plain = await unpackFrame(data.packed, data.bytes);
      give({ id, plain }, [plain.buffer]);
    }
  } catch (error) {
    give({ id, problem: String(error) });
  }
});
