/** The members of staff who look after clients. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { holderState, idAndName, instant } from "./shapes.ts";

export const colleagues = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/colleagues",
    summary: "The members of staff to whom clients can be assigned, with how many each has.",
    access: staff("internal"),
    answer: z.array(idAndName.extend({ role: z.string(), users: z.number().int(), companies: z.number().int() })),
  },
  listPeople: {
    method: "GET",
    path: "/staff/people",
    summary: "All staff, also disabled ones: role, last sign-in, and what each looks after.",
    access: staff("admin"),
    answer: z.array(
      idAndName.extend({
        email: z.string(),
        role: z.enum(["internal", "office", "admin"]),
        state: holderState,
        lastSignIn: instant.nullable(),
        clients: z.number().int(),
        tickets: z.number().int(),
        chats: z.number().int(),
        /** Open breaks with custodians. */
        breaks: z.number().int(),
        views: z.number().int(),
      }),
    ),
  },
});
