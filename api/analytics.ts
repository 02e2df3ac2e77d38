/** Sign-ins: from where and with what; the admins' list and charts, and a person's own. */
import { z } from "zod";
import { defineEndpoints, self, staff } from "./endpoint.ts";
import { roles } from "./permissions.ts";
import { browserNames, figuresBy, operatingSystems, signInSorts, suspicions } from "./rules/sign-ins.ts";
import { id, instant, page, pageQuery, recordedDay } from "./shapes.ts";

export { browserNames, operatingSystems } from "./rules/sign-ins.ts";

/** Two letters, or empty for an unknown country. */
const countryCode = z.string().regex(/^([A-Z]{2})?$/);

/** What narrows the list: each is optional, and all must hold. Days are the firm's, both included. */
const filter = {
  /** Words of a name, e-mail, client number, address, country, city, system or browser; all must be found. */
  searchQuery: z.string().trim().max(120).default(""),
  from: recordedDay.optional(),
  to: recordedDay.optional(),
  country_code: countryCode.optional(),
  /** Empty for an unknown city. */
  city: z.string().max(120).optional(),
  os: z.enum(operatingSystems).optional(),
  browserName: z.enum(browserNames).optional(),
  /** A reason, or any. */
  suspicious: z.enum(["any", ...suspicions]).optional(),
  userId: z.int().positive().optional(),
};

/** What every reader of a sign-in sees. */
const signIn = z.object({
  id,
  ip: z.string(),
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  city: z.string().nullable(),
  os: z.enum(operatingSystems),
  browserName: z.enum(browserNames),
  created_at: instant,
  suspicious: z.array(z.enum(suspicions)),
});

export const analyticsRow = signIn.extend({
  /** `created_at` in the firm's time zone, en-CA style: "2026-03-09, 14:05:09". */
  _created_at: z.string(),
  user_id: id,
  name: z.string(),
  role: z.enum(roles),
  client_number: z.string().nullable(),
});

const figures = { signIns: z.number(), failures: z.number(), suspicious: z.number() };

/** Empty is the default, as callers send what nobody chose. */
const sortBy = z.preprocess((value) => (value === "" ? undefined : value), z.enum(signInSorts).default("-created_at"));

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
  fetch: {
    method: "PATCH",
    path: "/analytics/fetch",
    summary:
      "One page of the sign-ins of everybody. Pages reach the first 10,000 rows of an order, and `itemCount` counts up to there; `capped` says that there are more.",
    access: staff("admin"),
    fromReplica: true,
    readsOnly: true,
    body: z.strictObject({
      ...filter,
      page: z.int().positive().max(1_000_000).default(1),
      pageSize: z.int().positive().max(200).default(50),
      sortBy,
    }),
    answer: z.object({ analytics: z.array(analyticsRow), itemCount: z.number(), capped: z.boolean() }),
    rateLimits: [{ tries: 240, seconds: 60, per: "person" }],
  },
  getFigures: {
    method: "GET",
    path: "/staff/analytics/figures",
    summary:
      "Sign-ins, failed attempts and suspicious sign-ins of a period by day in the firm's time zone, or by country, city, system or browser, the most frequent first. Without days, the last 365.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({ by: z.enum(figuresBy), from: recordedDay.optional(), to: recordedDay.optional() }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      /** The firm's, in which the days are. */
      timeZone: z.string(),
      rows: z.array(
        z.object({
          /** A day, a system, a browser, a city or a country's code; empty for an unknown place. */
          value: z.string(),
          /** Of a city. */
          country_code: z.string().optional(),
          ...figures,
        }),
      ),
      /** What is not among the rows, because only the most frequent are. */
      others: z.object(figures),
    }),
  },
  exportRows: {
    method: "POST",
    path: "/staff/analytics/export",
    summary:
      "The first 10,000 sign-ins of an order for a file, and whether there are more. Recorded in the audit log, since it takes data out of the portal.",
    access: staff("admin"),
    fromReplica: true,
    body: z.strictObject({ ...filter, sortBy }),
    answer: z.object({ rows: z.array(analyticsRow), capped: z.boolean() }),
    notRepeatable: true,
    rateLimits: [{ tries: 20, seconds: 600, per: "person" }],
  },
  listOwn: {
    method: "GET",
    path: "/user/:id/sign-ins",
    summary: "The person's own sign-ins, newest first, as far back as the firm keeps them.",
    access: self("id", "admin"),
    params: z.object({ id }),
    query: z.object({ ...pageQuery }),
    answer: page({
      signIns: z.array(
        signIn.extend({
          /** The session of this call. */
          current: z.boolean(),
        }),
      ),
    }),
  },
});
