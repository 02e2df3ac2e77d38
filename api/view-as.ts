/** Staff viewing the portal as a client. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { done, holderParams, id, instant } from "./shapes.ts";

export const viewAs = defineEndpoints({
  begin: {
    method: "POST",
    path: "/staff/view-as/:holderType/:holderId",
    summary:
      "Begins to look through the client's eyes; the id goes into the header x-view-as of each call, which then cannot change anything.",
    access: staff("internal"),
    params: holderParams,
    body: z.strictObject({ reason: z.string().trim().min(5).max(300) }),
    answer: z.object({ viewAsId: id, name: z.string(), until: instant }),
  },
  end: {
    method: "DELETE",
    path: "/staff/view-as/:viewAsId",
    summary: "Ends looking through the client's eyes.",
    access: staff("internal"),
    params: z.object({ viewAsId: id }),
    answer: done,
  },
});
