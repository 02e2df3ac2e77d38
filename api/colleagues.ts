/** The members of staff who look after clients. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { idAndName } from "./shapes.ts";

export const colleagues = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/colleagues",
    summary: "The members of staff to whom clients can be assigned, with how many each has.",
    access: staff("internal"),
    answer: z.array(idAndName.extend({ role: z.string(), users: z.number().int(), companies: z.number().int() })),
  },
});
