/** People with an account: their profile, and the staff's list of them. */
import { z } from "zod";
import { defineEndpoints, self, staff } from "./endpoint.ts";
import { roles } from "./permissions.ts";
import { id, instant, language, pageQuery } from "./shapes.ts";

/** States of users and companies alike (decisions 2); `preKYC` is the state before any submission. */
export const holderStates = [
  "preKYC",
  "pendingKYC",
  "postKYC",
  "returnedKYC",
  "pendingReKYC",
  "rejected",
  "disabled",
] as const;
export const holderState = z.enum(holderStates);
export type HolderState = z.infer<typeof holderState>;

/** 12 to 128 characters, no composition rules; the server also refuses commonly leaked ones. */
export const passwordMinLength = 12;
export const password = z.string().min(passwordMinLength).max(128);

/** A person's name: no line ends or other control signs, which would reach mails' headers, and none that turn the writing. */
export const personName = z
  .string()
  .trim()
  .normalize("NFC")
  .min(2)
  .max(120)
  .regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u);

export const themes = ["light", "dark", "auto"] as const;
/** What the person chose for the screens; unknown keys are refused. */
export const preferences = z.strictObject({
  language: language.optional(),
  theme: z.enum(themes).optional(),
  /** Default range of the portfolio page. */
  portfolioRange: z.enum(["1M", "3M", "YTD", "1Y", "3Y", "all"]).optional(),
  /** Mail the person about each change of the portfolio. */
  mailOnPortfolioChange: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferences>;

/** Facts that staff keep about a client, by data field. */
export const clientData = z.record(z.string(), z.unknown());

export const userData = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** As given at registration, E.164. */
  phone: z.string().nullable(),
  state: holderState,
  role: z.enum(roles),
  client_number: z.string().nullable(),
  client_data: clientData,
  preferences,
  repCompanies: z.array(id),
  lastCompany: id.nullable(),
  created_at: instant,
  isValidated: z.boolean(),
});
export type UserData = z.infer<typeof userData>;

export const clientNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/);
const userParams = z.object({ id });

export const userRow = userData.pick({
  id: true,
  email: true,
  name: true,
  state: true,
  role: true,
  client_number: true,
  created_at: true,
});
export const userSorts = ["name", "email", "created_at", "-name", "-email", "-created_at"] as const;

export const users = defineEndpoints({
  getState: {
    method: "GET",
    path: "/user/:id/state",
    summary: "The user's state, name, client number and represented companies as they are now.",
    access: self("id", "internal"),
    beforeSecondFactor: true,
    params: userParams,
    answer: userData.pick({ state: true, name: true, client_number: true, repCompanies: true }),
  },
  getClientData: {
    method: "GET",
    path: "/user/:id/client-data",
    summary: "The facts that staff keep about the client.",
    access: self("id", "internal"),
    params: userParams,
    answer: clientData,
  },
  setPreferences: {
    method: "POST",
    path: "/user/:id/set-preferences",
    summary: "Replaces the user's preferences.",
    access: self("id"),
    beforeSecondFactor: true,
    params: userParams,
    body: z.strictObject({ newPrefs: preferences }),
    answer: preferences,
  },
  setName: {
    method: "PATCH",
    path: "/user/:id/name",
    summary: "Changes the name: the person before approval, office at any time.",
    access: self("id", "office"),
    params: userParams,
    body: z.strictObject({ name: personName }),
    answer: z.object({ name: z.string() }),
    errors: ["stateConflict"],
  },
  list: {
    method: "GET",
    path: "/user",
    summary: "Staff: finds users by name, e-mail or client number.",
    access: staff("internal"),
    query: z.object({
      search: z.string().trim().max(120).optional(),
      state: holderState.optional(),
      role: z.enum(roles).optional(),
      sort: z.enum(userSorts).default("-created_at"),
      ...pageQuery,
    }),
    answer: z.object({
      users: z.array(userRow),
      nextCursor: z.string().nullable(),
      /** Capped: 10000 means 10,000 or more. */
      count: z.number().int(),
    }),
  },
  get: {
    method: "GET",
    path: "/user/:id",
    summary: "One user's profile.",
    access: self("id", "internal"),
    beforeSecondFactor: true,
    params: userParams,
    answer: userData,
  },
  setClientNumber: {
    method: "POST",
    path: "/user/:id/set_client_number",
    summary: "Gives the user an account number at the custodian, changes it, or takes it away (null).",
    access: staff("office"),
    params: userParams,
    body: z.strictObject({ clientNumber: clientNumber.nullable() }),
    answer: z.object({ client_number: z.string().nullable() }),
    errors: ["clientNumberInUse", "stateConflict"],
  },
});
