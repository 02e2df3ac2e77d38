/** Companies: their representatives, the company a user has started, and the staff list. */
import { z } from "zod";
import { company, defineEndpoints, self, staff } from "./endpoint.ts";
import { capacities } from "./rules/capacities.ts";
import {
  assignedTo,
  bodyId,
  holderState,
  id,
  idAndName,
  instant,
  listedState,
  page,
  pageQuery,
  reasonToPropose,
} from "./shapes.ts";
import { statedAuthority } from "./signing-authority.ts";
import { clientNumberSet, clientNumberToSet, decidable, stateChange, stateSet } from "./users.ts";

const companyData = z.object({
  id,
  /** From the last submitted form; before that from the draft, for a single company or the caller's own. */
  name: z.string(),
  state: holderState,
  client_number: z.string().nullable(),
  created_at: instant,
});
export type CompanyData = z.infer<typeof companyData>;

/** As the person sees it who acts for it, or has begun it. */
const ownCompany = companyData.extend({
  /** What the reader may do with it. */
  can: z.object({ discard: z.boolean(), requestUpdate: z.boolean() }),
});
export type OwnCompany = z.infer<typeof ownCompany>;

const companyParams = z.object({ id });
const userParams = z.object({ userId: id });

export const companySorts = ["name", "created_at", "-name", "-created_at"] as const;
export const companyRow = companyData.extend({
  listed_state: listedState,
  assigned_to: idAndName.nullable(),
  can: z.object({ assign: z.boolean() }),
});
const listQuery = z.object({
  search: z.string().trim().max(120).optional(),
  state: listedState.optional(),
  /** A member of staff; 0 for companies without an assigned colleague. */
  assigned: z.coerce.number().int().min(0).optional(),
  sort: z.enum(companySorts).default("-created_at"),
  ...pageQuery,
});

export const companies = defineEndpoints({
  listOwn: {
    method: "GET",
    path: "/company/:userId/companies",
    summary: "The companies that the user represents today, and the one that they have begun.",
    access: self("userId", "internal"),
    readTogether: true,
    params: userParams,
    answer: z.array(ownCompany),
  },
  create: {
    method: "POST",
    path: "/company/:userId/create",
    summary: "Begins a company; a user has at most one that is not yet approved, and gets that one.",
    access: self("userId"),
    params: userParams,
    body: z.strictObject({}),
    answer: ownCompany,
    errors: ["isStaff"],
  },
  get: {
    method: "GET",
    path: "/company/:id",
    summary: "One company.",
    access: company("id", "internal"),
    params: companyParams,
    answer: companyData.extend({
      creator: idAndName,
      assigned_to: idAndName.nullable(),
      /** For staff: the state that a disabled company returns to. */
      state_before_disabled: holderState.nullable(),
      /** For staff. */
      listed_state: listedState.nullable(),
      /** For staff: a legal hold stands. */
      held: z.boolean().optional(),
      /** For staff: what the reader may do about the company. */
      can: decidable.optional(),
      representatives: z.array(
        z.object({
          id,
          name: z.string(),
          email: z.string(),
          capacity: z.enum(capacities),
          /** May not act until the proposal that would end the right is decided. */
          suspended: z.boolean(),
          /** For staff: whether the person binds the company alone, by its newest approved form. */
          binds_alone: z.boolean().optional(),
          /** For staff: how that form says that the person acts; null if it does not name them. Missing without such a form. */
          stated: statedAuthority.nullable().optional(),
        }),
      ),
    }),
  },
  getStartedState: {
    method: "GET",
    path: "/company/:userId/started-company-state",
    summary: "Id and state of the company that the user has begun; null where there is none.",
    access: self("userId", "internal"),
    readTogether: true,
    params: userParams,
    answer: z.object({ id: id.nullable(), state: holderState.nullable() }),
  },
  getState: {
    method: "GET",
    path: "/company/:id/state",
    summary: "The company's state as it is now.",
    access: company("id", "internal"),
    params: companyParams,
    answer: companyData.pick({ state: true, name: true, client_number: true }),
  },
  requestUpdate: {
    method: "PATCH",
    path: "/company/update-request/:id",
    summary:
      "An approved company asks to renew its form: it goes back to pending and a draft of the last revision opens.",
    access: company("id"),
    params: companyParams,
    body: z.strictObject({}),
    answer: z.object({ state: holderState }),
    errors: ["stateConflict"],
  },
  list: {
    method: "GET",
    path: "/company",
    summary: "Staff: finds companies by name, client number, state or the colleague who has them.",
    access: staff("internal"),
    fromReplica: true,
    query: listQuery,
    answer: page({
      companies: z.array(companyRow),
      /** Capped: `countCap`, or `searchCountCap` with a search, means that many or more. */
      count: z.number().int(),
    }),
  },
  setClientNumber: {
    method: "PATCH",
    path: "/company/:id/set_client_number",
    summary: "Gives the company an account number at the custodian, changes it, or takes it away (null).",
    access: staff("office"),
    params: companyParams,
    body: clientNumberToSet,
    answer: clientNumberSet,
    errors: ["clientNumberInUse", "clientNumberReserved", "stateConflict", "proposalOpen"],
  },
  modifyState: {
    method: "PATCH",
    path: "/company/modify-state/:id",
    summary:
      "Takes a transition of the states' table (docs/rules.md, Holder states): a representative asks for renewal, staff decide.",
    access: company("id", "office"),
    params: companyParams,
    body: stateChange,
    answer: stateSet,
    errors: [
      "stateConflict",
      "fourEyes",
      "contractMissing",
      "clientNumberInUse",
      "clientNumberReserved",
      "proposalOpen",
      "isStaff",
    ],
  },
  editRepresentatives: {
    method: "PATCH",
    path: "/company/edit-reps/:id",
    summary:
      "Says who represents the company: a user who is left out ends representing it today. With four eyes on it is proposed, and whoever is left out may not act until that is decided.",
    access: staff("office"),
    params: companyParams,
    body: z.strictObject({
      newRepIDs: z.array(bodyId).max(100),
      capacity: z.enum(capacities).optional(),
      reason: reasonToPropose,
    }),
    /** Who may act for it now. */
    answer: z.object({ representatives: z.array(id), proposalIds: z.array(id) }),
    errors: ["fourEyes", "proposalOpen", "isStaff"],
  },
  assign: {
    method: "PATCH",
    path: "/company/:id/assign",
    summary: "Gives the company to a member of staff, or to nobody (null).",
    access: staff("office"),
    machine: true,
    params: companyParams,
    body: assignedTo,
    answer: z.object({ admin_id: id.nullable() }),
  },
});
