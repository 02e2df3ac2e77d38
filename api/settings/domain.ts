/** The firm's settings. What a saved one makes stale elsewhere is declared by those domains (`staleBySetting`). */

import { type Changes, nothing, type StaleBySetting } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  save: ({ params: { name } }) => ({
    // After a refusal the page needs what a colleague saved, also if the socket has missed it.
    "settings.get": { params: { name } },
    ...(name === "brand" && { "settings.getStoredBrand": {} }),
    "settings.listVersions": { params: { name: name as "amountBands" } },
    // With four eyes on, some are proposed.
    "proposals.list": {},
  }),
  uploadLogo: nothing,
  previewMail: nothing,
  sendTestMail: nothing,
} satisfies Changes<"settings">;

export const afterReconnect: readonly ReadingCall[] = [
  "settings.get",
  "settings.getStoredBrand",
  "settings.listVersions",
  "settings.listHistory",
];

export const staleBySetting: StaleBySetting = { brand: { "settings.getStoredBrand": {} } };
