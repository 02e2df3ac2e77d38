/** Statements of Interactive Brokers. */
import type { FileFormat } from "../formats/format.ts";
import { readFlex } from "./flex.ts";

/** The root of the file; its declaration and comments may stand before it. */
const root = /^[\s\uFEFF]*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)*<FlexQueryResponse\b/;

export const flexFormat: FileFormat = {
  name: "ibFlex",
  readAlsoAs: ["prices", "rates"],
  recognise: ({ text }) => (root.test(text) ? { kind: "statement" } : undefined),
  read: ({ text }, { kind, today, exclude, decisions }) => readFlex(text, { kind, today, exclude, decisions }),
};
