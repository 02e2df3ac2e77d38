/** Views of the staff's lists: one's own, and those that all staff share. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { nameLimits } from "./rules/limits.ts";
import { done, id, idAndName } from "./shapes.ts";

export const savedLists = [
  "users",
  "companies",
  "forms",
  "requests",
  "contracts",
  "tickets",
  "proposals",
  "breaks",
] as const;
const savedView = z.object({
  id,
  list: z.enum(savedLists),
  name: z.string(),
  /** Filters, sort and columns, as in the list's address. */
  query: z.record(z.string(), z.string()),
  /** Its owner. */
  created_by: idAndName,
  /** All staff see it; otherwise its owner alone. */
  shared: z.boolean(),
  /** Its owner is no longer staff: everybody may use it, and office may take it over. */
  owner_left: z.boolean(),
  /** Whether the reader may replace or delete it (their own, and office every shared one), or take it over. */
  can: z.object({ change: z.boolean(), take: z.boolean() }),
});

export const savedViews = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/views/:list",
    summary: "The views of a list: the reader's own, and those that the team shares.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    answer: z.array(savedView),
  },
  save: {
    method: "POST",
    path: "/staff/views/:list",
    summary:
      "Saves a view, for oneself or shared with the team; a view of that name is replaced only where that is asked for, a colleague's shared one by office alone.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    body: z.strictObject({
      name: z.string().trim().min(1).max(nameLimits.view),
      query: z.record(z.string().max(40), z.string().max(400)).refine((query) => Object.keys(query).length <= 30),
      replace: z.boolean().optional(),
      shared: z.boolean().default(true),
    }),
    answer: savedView,
    errors: ["nameInUse", "forbidden"],
  },
  take: {
    method: "POST",
    path: "/staff/views/:list/:viewId/take",
    summary: "The caller owns a shared view whose owner is no longer staff; `stateConflict` while its owner is.",
    access: staff("office"),
    params: z.object({ list: z.enum(savedLists), viewId: id }),
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["stateConflict"],
  },
  remove: {
    method: "DELETE",
    path: "/staff/views/:list/:viewId",
    summary: "Deletes a saved view: one's own, or as office anybody's.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists), viewId: id }),
    answer: done,
    errors: ["forbidden"],
  },
});
