/** Imports of custodian files. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const oneImport = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "imports.list": {},
  "imports.get": { params: { id } },
  "imports.listQuotes": { params: { id } },
});

export const events = {
  /** An import was added, or its state changed. */
  "imports:changed": socketEvent<Record<string, never>>({
    to: "staff",
    carries: {},
    stale: () => ({ "imports.list": {}, "imports.get": {}, "imports.listQuotes": {} }),
  }),
};

export const changes = {
  preview: () => ({ "imports.list": {} }),
  previewArchive: () => ({ "imports.list": {} }),
  confirm: oneImport,
  discard: oneImport,
  answer: oneImport,
  acceptQuotes: ({ params: { id } }) => ({ "imports.listQuotes": { params: { id } } }),
} satisfies Changes<"imports">;

export const afterReconnect: readonly ReadingCall[] = ["imports.get", "imports.list", "imports.listQuotes"];
