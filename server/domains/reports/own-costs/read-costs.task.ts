/** Worker task: reads a file of own costs. */
import { type ReadCosts, readCosts } from "./reader.ts";

/** In pieces; the text is put together here. */
export const run = async ({ content }: { content: readonly string[] }): Promise<ReadCosts> =>
  readCosts(content.join(""));
