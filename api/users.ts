/** People with an account: their profile, and the staff list. */
import { z } from "zod";
import { groupName } from "./distribution-groups.ts";
import { defineEndpoints, self, staff } from "./endpoint.ts";
import { roles } from "./permissions.ts";
import { clientNumberMaxLength, clientNumberPattern } from "./rules/client-number.ts";
import { contactMaxLength, messageMaxLength, nameLimits } from "./rules/limits.ts";
import { passwordLength } from "./rules/password.ts";
import { personNameMinLength } from "./rules/person-name.ts";
import { portfolioRanges } from "./rules/portfolio-ranges.ts";
import { themes } from "./rules/themes.ts";
import { visibleText } from "./rules/visible-text.ts";
import {
  assignedTo,
  bodyId,
  bodyOrdinal,
  holderState,
  id,
  idAndName,
  instant,
  language,
  listedState,
  page,
  pageQuery,
  reasonToPropose,
} from "./shapes.ts";
import { writtenText } from "./written-text.ts";

/** 12 to 128 characters, no composition rules; the server also refuses commonly leaked ones. */
export const password = z.string().min(passwordLength.min).max(passwordLength.max);

/** A person's name: no line breaks, which would reach mail headers, and no invisible characters. */
export const personName = z
  .string()
  .trim()
  .normalize("NFC")
  .min(personNameMinLength)
  .max(nameLimits.person)
  .regex(visibleText);

/** The person's display preferences; unknown keys are refused. */
export const preferences = z.strictObject({
  language: language.optional(),
  theme: z.enum(themes).optional(),
  /** Default range of the portfolio page. */
  portfolioRange: z.enum(portfolioRanges).optional(),
  /** Mail the person about each change of the portfolio. */
  mailOnPortfolioChange: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferences>;

/** Data that staff keep about a client, by data field. */
export const clientData = z.record(z.string(), z.unknown());
/** Facts, not documents: both the new and the replaced value go into the audit log. */
const newClientData = clientData.refine((data) => JSON.stringify(data).length <= 20_000);

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
  /** Others let the person read something, and the person has begun nothing of their own. */
  isOnlyDelegate: z.boolean(),
  created_at: instant,
  isValidated: z.boolean(),
});
export type UserData = z.infer<typeof userData>;

/** In capitals: numbers that differ by case alone are one. */
export const clientNumber = z
  .string()
  .trim()
  .min(1)
  .max(clientNumberMaxLength)
  .regex(clientNumberPattern)
  .toUpperCase();
const userParams = z.object({ id });

export const clientNumberToSet = z.strictObject({ clientNumber: clientNumber.nullable(), reason: reasonToPropose });
/** What is set, or the proposal to set it. */
export const clientNumberSet = z.object({ client_number: z.string().nullable(), proposalId: id.nullable() });
export const stateSet = z.object({ state: holderState, proposalId: id.nullable() });

/** A state change by staff or the holder; the state table says which fields it needs. */
export const stateChange = z.strictObject({
  newState: holderState,
  /**
   * Message to the client: required for returning (unless there are remarks) and rejecting. For disabling: the reason
   * for the confirming person.
   */
  reason: writtenText(messageMaxLength).optional(),
  /** With an approval: the client number, set in the same step. */
  clientNumber: clientNumber.optional(),
  /** The revision that the reviewer read: a decision about another one is refused. */
  revision: bodyOrdinal.optional(),
  /** With the disabling of a member of staff: the colleague who takes over what they look after. */
  handOverTo: bodyId.optional(),
});
/** What staff may do about a holder of either kind. */
export const decidable = z.object({
  /** Set number, colleague in charge and, of a user, facts and groups. */
  change: z.boolean(),
  represent: z.boolean(),
  notify: z.boolean(),
  reopen: z.boolean(),
  disable: z.boolean(),
  enable: z.boolean(),
});

export const userRow = userData.omit({ isValidated: true, isOnlyDelegate: true }).extend({
  listed_state: listedState,
  assigned_to: idAndName.nullable(),
  can: z.object({ assign: z.boolean() }),
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
    answer: userData.pick({ state: true, name: true, client_number: true, repCompanies: true, isOnlyDelegate: true }),
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
    summary:
      "Changes the name: the person before approval, office at any time; of a client who passed review with a reason, which the client is told.",
    access: self("id", "office"),
    params: userParams,
    body: z.strictObject({ name: personName, reason: reasonToPropose }),
    /** With four eyes on, a name that the firm has confirmed waits as a proposal, and is still the old one. */
    answer: z.object({ name: z.string(), proposalId: id.nullable() }),
    errors: ["stateConflict", "proposalOpen"],
  },
  list: {
    method: "GET",
    path: "/user",
    summary: "Staff: finds users by name, e-mail or client number.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({
      search: z.string().trim().max(120).optional(),
      state: listedState.optional(),
      role: z.enum(roles).optional(),
      /** A member of staff; 0 for users without an assigned colleague. */
      assigned: z.coerce.number().int().min(0).optional(),
      group: groupName.optional(),
      /** A data field; those who have a value under it, or the one in `value`. */
      field: id.optional(),
      value: z.string().trim().min(1).max(500).optional(),
      sort: z.enum(userSorts).default("-created_at"),
      ...pageQuery,
    }),
    answer: page({
      users: z.array(userRow),
      /** Capped: `countCap`, or `searchCountCap` with a search, means that many or more. */
      count: z.number().int(),
    }),
  },
  get: {
    method: "GET",
    path: "/user/:id",
    summary:
      "One user's profile; staff also see which colleague has the user, and what state a disabled one goes back to.",
    access: self("id", "internal"),
    beforeSecondFactor: true,
    params: userParams,
    answer: userData.extend({
      assigned_to: idAndName.nullish(),
      state_before_disabled: holderState.nullish(),
      /** Has or had a staff role, so two people are needed to re-enable them. */
      everStaff: z.boolean().optional(),
      /** Has an authenticator app or a passkey. */
      ownFactor: z.boolean().optional(),
      /** For staff: a legal hold stands. */
      held: z.boolean().optional(),
      /** For staff: the last mail to the person's address came back; null if it did not. */
      returnedMail: z
        .object({
          /** `delayed`: not delivered yet. `expired`: given up. `failed`: the address refused it. */
          returned: z.enum(["delayed", "expired", "failed"]),
          at: instant,
          /** Such as 5.1.1. */
          status: z.string().nullable(),
          /** In the mail server's words. */
          reason: z.string(),
        })
        .nullish(),
      listed_state: listedState.nullish(),
      /** For staff: what the reader may do about the user. */
      can: decidable.extend({ setName: z.boolean(), setRole: z.boolean(), resetFactors: z.boolean() }).optional(),
    }),
  },
  setClientNumber: {
    method: "POST",
    path: "/user/:id/set_client_number",
    summary: "Gives the user an account number at the custodian, changes it, or takes it away (null).",
    access: staff("office"),
    params: userParams,
    body: clientNumberToSet,
    /** With four eyes on, the change waits as a proposal and the number is still the old one. */
    answer: clientNumberSet,
    errors: ["clientNumberInUse", "clientNumberReserved", "stateConflict", "proposalOpen", "isStaff"],
  },
  modifyState: {
    method: "PATCH",
    path: "/user/modify-state/:id",
    summary:
      "Takes a transition of the states' table (docs/rules.md, Holder states): the person asks for renewal, staff decide.",
    access: self("id", "office"),
    params: userParams,
    body: stateChange,
    answer: stateSet,
    errors: [
      "stateConflict",
      "fourEyes",
      "contractMissing",
      "clientNumberInUse",
      "clientNumberReserved",
      "tooFewAdmins",
      "proposalOpen",
      "isStaff",
    ],
  },
  resetFactors: {
    method: "POST",
    path: "/user/:id/reset-factors",
    summary:
      "Takes app, passkeys and recovery codes off a user who has lost them, and ends their sessions; `reason` says how they were recognised.",
    access: staff("admin"),
    params: userParams,
    body: z.strictObject({ reason: writtenText(messageMaxLength) }),
    /** With four eyes on, and always for current or former staff, it waits as a proposal. */
    answer: z.object({ proposalId: id.nullable() }),
    errors: ["stateConflict", "fourEyes", "proposalOpen", "tooFewAdmins"],
    notRepeatable: true,
  },
  requestSubscription: {
    method: "POST",
    path: "/user/:id/request-subscription",
    summary: "Asks the firm for one of the services that it offers; it becomes a ticket, and the firm gets a mail.",
    access: self("id"),
    params: userParams,
    body: z.strictObject({ service: z.string().trim().min(1).max(60) }),
    answer: z.object({ ticketId: id }),
    errors: ["notFound"],
    notRepeatable: true,
    rateLimits: [{ tries: 10, seconds: 3600, per: { field: "id" } }],
  },
  mailAdmins: {
    method: "POST",
    path: "/user/:id/mail-admins",
    summary: "Writes to the firm; it becomes a ticket, and the firm gets a mail.",
    access: self("id"),
    params: userParams,
    body: z.strictObject({
      title: writtenText(contactMaxLength.title),
      content: writtenText(contactMaxLength.content),
    }),
    answer: z.object({ ticketId: id }),
    notRepeatable: true,
    rateLimits: [{ tries: 10, seconds: 3600, per: { field: "id" } }],
  },
  setClientData: {
    method: "POST",
    path: "/user/:id/set_client_data",
    summary: "Replaces the facts that staff keep about the client; each is one of the data fields.",
    access: staff("office"),
    machine: true,
    params: userParams,
    body: z.strictObject({ newData: newClientData }),
    answer: clientData,
    errors: ["badInput"],
  },
  setRole: {
    method: "PATCH",
    path: "/user/:id/set_user_role",
    summary:
      "Changes the user's role; nobody changes their own. The role admin is proposed, and given by a second admin.",
    access: staff("admin"),
    params: userParams,
    body: z.strictObject({ role: z.enum(roles), reason: reasonToPropose }),
    answer: z.object({ role: z.enum(roles), proposalId: id.nullable() }),
    errors: ["stateConflict", "tooFewAdmins", "proposalOpen", "isClient"],
  },
  assign: {
    method: "POST",
    path: "/user/:id/assign",
    summary: "Gives the user to a member of staff, or to nobody (null).",
    access: staff("office"),
    machine: true,
    params: userParams,
    body: assignedTo,
    answer: z.object({ admin_id: id.nullable() }),
  },
  editRepresentations: {
    method: "PATCH",
    path: "/user/:id/edit-reps",
    summary:
      "Says which companies the user represents: one that is left out ends today. With four eyes on it is proposed, and the right that would end is suspended until that is decided.",
    access: staff("office"),
    params: userParams,
    body: z.strictObject({ newRepIDs: z.array(bodyId).max(100), reason: reasonToPropose }),
    /** What the user represents now; with four eyes on, there is a proposal for each company. */
    answer: z.object({ repCompanies: z.array(id), proposalIds: z.array(id) }),
    errors: ["fourEyes", "proposalOpen", "isStaff"],
  },
  setLastCompany: {
    method: "PATCH",
    path: "/user/:id/lastCompany",
    summary:
      "Remembers for whom the user acts: one of their companies, or themself (null). Another's company is ignored.",
    access: self("id"),
    params: userParams,
    body: z.strictObject({ lastCompany: bodyId.nullable() }),
    answer: z.object({ lastCompany: id.nullable() }),
  },
  listAccesses: {
    method: "GET",
    path: "/user/:id/accesses",
    summary:
      "Which members of staff and delegates looked at what is the user's, or a company's that they act for, when and why; newest first.",
    access: self("id", "internal"),
    fromReplica: true,
    params: userParams,
    query: z.object({ ...pageQuery }),
    answer: page({
      accesses: z.array(
        z.object({
          at: instant,
          /** Who looked. */
          staff: z.string(),
          /** `viewAs`: the start of a view-as; otherwise the part that was opened, by staff or by a delegate. */
          kind: z.enum(["viewAs", "access", "delegate"]),
          /** The view-as that it started or belonged to, and its reason. */
          viewAsId: id.nullable(),
          what: z.string(),
          /** Name of the user's company concerned; null for the user's own data. */
          company: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  },
});
