/** One row per sign-in: from where and with what. */
import { z } from "zod";
import { defineEndpoints, self } from "./endpoint.ts";
import { id } from "./shapes.ts";

export const operatingSystems = ["Windows", "MacOS", "UNIX", "Linux", "no detection"] as const;
export const browserNames = ["chrome", "firefox", "safari", "opera", "edge", "no detection"] as const;

export const analytics = defineEndpoints({
  recordSignIn: {
    method: "POST",
    path: "/analytics/:userId",
    summary:
      "Adds what only the browser knows to the sign-in row that verify wrote; the address is the one the server saw.",
    access: self("userId"),
    params: z.object({ userId: id }),
    body: z.strictObject({
      ip: z.string().max(64).optional(),
      country: z.string().max(80).optional(),
      country_code: z.string().max(2).optional(),
      city: z.string().max(120).optional(),
      os: z.enum(operatingSystems),
      browserName: z.enum(browserNames),
    }),
    answer: z.object({ id }),
    errors: ["contradictsSession"],
  },
});
