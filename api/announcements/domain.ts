/** Announcements of income by files of staff. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({
  "announcements.list": {},
  "announcements.listUploads": {},
  "announcements.getUpload": {},
  "portfolios.getExpectedIncome": {},
});
const files = (): StaleCalls => ({ "announcements.listUploads": {}, "announcements.getUpload": {} });

export const events = {
  /** Announcements were stored or withdrawn, or a file of them was read or dropped. */
  "announcements:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = {
  preview: files,
  confirm: all,
  discard: files,
  withdraw: all,
} satisfies Changes<"announcements">;

export const afterReconnect: readonly ReadingCall[] = [
  "announcements.list",
  "announcements.listUploads",
  "announcements.getUpload",
];
