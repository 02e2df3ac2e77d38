/** Filters, order and columns of a list, shared by all staff. */

import type { Changes } from "../declaration.ts";
import type { ReadingCall } from "../stale-calls.ts";

export const changes = {
  save: ({ params: { list } }) => ({ "savedViews.list": { params: { list } } }),
  take: ({ params: { list } }) => ({ "savedViews.list": { params: { list } } }),
  remove: ({ params: { list } }) => ({ "savedViews.list": { params: { list } } }),
} satisfies Changes<"savedViews">;

export const afterReconnect: readonly ReadingCall[] = ["savedViews.list"];
