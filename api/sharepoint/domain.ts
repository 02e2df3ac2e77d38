/** The folder that a client shares with the firm. */

import type { Changes } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  // Its folder is in the list's query, under the holder's type and id, which the call does not name.
  upload: () => ({ "sharepoint.list": {}, "timeline.get": {} }),
} satisfies Changes<"sharepoint">;

export const afterReconnect: readonly ReadingCall[] = ["sharepoint.list"];
