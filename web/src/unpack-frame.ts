/** Unpack one Zstandard frame, in this thread. */

import { ZSTDDecoder } from "zstddec/stream";
import type { UnpackFrame } from "./unpack.ts";

const decoder = new ZSTDDecoder();

/** At damaged bytes the result is of another size. */
export const unpackFrame: UnpackFrame = async (packed, bytes) => {
  await decoder.init();
  return decoder.decode(packed, bytes);
};
