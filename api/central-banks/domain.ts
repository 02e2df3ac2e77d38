/** Rates of central banks for tax forms. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({
  "centralBanks.list": {},
  "centralBanks.listUploads": {},
  "centralBanks.getUpload": {},
});

export const events = {
  /** Rates were added, or an archive was read or dropped. */
  "centralBanks:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const changes = {
  previewArchive: () => ({ "centralBanks.listUploads": {} }),
  confirmArchive: all,
  discardArchive: () => ({ "centralBanks.listUploads": {}, "centralBanks.getUpload": {} }),
} satisfies Changes<"centralBanks">;

export const afterReconnect: readonly ReadingCall[] = [
  "centralBanks.list",
  "centralBanks.listUploads",
  "centralBanks.getUpload",
];
