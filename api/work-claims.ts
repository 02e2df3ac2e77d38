/** Who of staff works on what waits for the firm, so that no two do the same. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { done, id, idAndName, instant } from "./shapes.ts";
import { workKinds } from "./work-claims/kinds.ts";

const kind = z.enum(workKinds);
const item = z.object({ kind, itemId: id });

export const workClaims = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/claims/:kind",
    summary: "Who works on which of a queue; what nobody works on is not listed.",
    access: staff("internal"),
    params: z.object({ kind }),
    answer: z.object({ claims: z.array(z.object({ item_id: id, by: idAndName, at: instant })) }),
  },
  claim: {
    method: "POST",
    path: "/staff/claims/:kind/:itemId",
    summary: "The caller works on it; `claimed`, with the colleague's name in `by`, if somebody else does already.",
    access: staff("office"),
    params: item,
    body: z.strictObject({}).optional(),
    answer: done,
    errors: ["claimed", "stateConflict", "fourEyes"],
  },
  release: {
    method: "DELETE",
    path: "/staff/claims/:kind/:itemId",
    summary: "The caller no longer works on it; `claimed` if it is a colleague who does.",
    access: staff("office"),
    params: item,
    answer: done,
    errors: ["claimed"],
  },
});
