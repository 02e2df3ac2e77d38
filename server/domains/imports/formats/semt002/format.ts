/** Custody statements of holdings of ISO 20022. */
import type { FileFormat } from "../format.ts";
import { readSemt002 } from "./semt002.ts";

const root = /<(?:\w+:)?SctiesBalCtdyRpt(?:V\d\d)?[\s>/]/;
const named = /semt\.002\.\d{3}\.\d{2}/;

export const semt002Format: FileFormat = {
  name: "semt002",
  recognise: ({ text }) =>
    root.test(text) ? { kind: "positions", message: named.exec(text)?.[0] ?? "semt.002" } : undefined,
  read: ({ text }, { today }) => readSemt002(text, today),
};
