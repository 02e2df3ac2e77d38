/** Views of the staff's lists, shared by all staff. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { nameLimits } from "./rules/limits.ts";
import { done, id, idAndName } from "./shapes.ts";

export const savedLists = ["users", "companies", "forms"] as const;
const savedView = z.object({
  id,
  list: z.enum(savedLists),
  name: z.string(),
  /** Filters, sort and columns, as in the list's address. */
  query: z.record(z.string(), z.string()),
  created_by: idAndName,
  /** Whether the reader may replace or delete it: their own, and office everybody's. */
  can: z.object({ change: z.boolean() }),
});

export const savedViews = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/views/:list",
    summary: "The views that the team saved of a list.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    answer: z.array(savedView),
  },
  save: {
    method: "POST",
    path: "/staff/views/:list",
    summary:
      "Saves a view under a name that the team shares; a view of that name is replaced only where that is asked for, a colleague's by office alone.",
    access: staff("internal"),
    params: z.object({ list: z.enum(savedLists) }),
    body: z.strictObject({
      name: z.string().trim().min(1).max(nameLimits.view),
      query: z.record(z.string().max(40), z.string().max(400)).refine((query) => Object.keys(query).length <= 30),
      replace: z.boolean().optional(),
    }),
    answer: savedView,
    errors: ["nameInUse", "forbidden"],
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
