/** Public pages that staff write. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const pages = (): StaleCalls => ({
  "content.listAll": {},
  "content.listVersions": {},
  "content.getVersion": {},
  "setUp.get": {},
  "setUp.listTexts": {},
});

export const events = {
  /** A draft of public content was saved, or what is public changed. */
  "content:changed": socketEvent<{ kind: string }>({
    to: "staff",
    carries: { kind: true },
    stale: ({ kind }) => (kind === "page" ? pages() : {}),
  }),
};

export const changes = {
  save: pages,
  publish: pages,
  archive: pages,
  discard: pages,
  restore: pages,
} satisfies Changes<"content">;

export const afterReconnect: readonly ReadingCall[] = ["content.getVersion", "content.listAll", "content.listVersions"];
