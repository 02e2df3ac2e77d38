/** Changes that wait for confirmation by a second person. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { messageMaxLength } from "./rules/limits.ts";
import type { ProposalDecision } from "./rules/proposal-decisions.ts";
import { holderType, id, idAndName, instant, ofColleague, ofHolder, page, pageQuery } from "./shapes.ts";
import { writtenText } from "./written-text.ts";

/**
 * Changes that need a second person while the `fourEyes` setting is on; enabling current or former staff, resetting
 * their second factor, shortening how long records are kept, legal holds, archives and erasures always do. `fourEyesOff`, `setDepositInstructions` and
 * `saveSetting` have their proposer as holder.
 */
export const proposalActions = [
  "setRole",
  "setClientNumber",
  "disable",
  "enable",
  "resetFactors",
  "fourEyesOff",
  "setBankAccounts",
  "decideBankAccount",
  "setDepositInstructions",
  /** By earlier versions: who is added. */
  "addRepresentatives",
  /** Who is added, and whose right to act for the company ends; until it is decided, that right is suspended. */
  "setRepresentatives",
  "saveSetting",
  "setSigners",
  "setName",
  /** A person's share in a company: confirmed, corrected, or removed. */
  "setShare",
  /** Whose an account at a custodian is. */
  "linkAccount",
  /** Wider tolerances, or booking without a person; of the proposer, as a setting is. */
  "loosenCustodian",
  /** A legal hold; it protects the records as long as it is proposed. */
  "placeHold",
  "liftHold",
  /** All data of a person as a file. */
  "makeArchive",
  /** What a person asked to have erased. */
  "eraseData",
] as const;
export const proposal = z.object({
  id,
  action: z.enum(proposalActions),
  holder_type: holderType,
  holder_id: id,
  holder_name: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** Current values of the fields of `before`; null for a decided proposal. If they differ, it can no longer be confirmed. */
  now: z.record(z.string(), z.unknown()).nullable(),
  /** Decisions that the reader may take. */
  can: z.object({ confirm: z.boolean(), decline: z.boolean(), withdraw: z.boolean() } satisfies Record<
    ProposalDecision,
    z.ZodType
  >),
  /** `overtaken`: nobody could confirm it any more, because what it would change or who proposed it changed. */
  state: z.enum(["open", "confirmed", "declined", "withdrawn", "overtaken"]),
  /** The proposer's reason; null for a client number given with an approval, whose revision `after` names. */
  reason: z.string().nullable(),
  /** Reason for declining. */
  decision_reason: z.string().nullable(),
  proposed_by: idAndName,
  proposed_at: instant,
  decided_by: idAndName.nullable(),
  decided_at: instant.nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** Reason for a proposal or for declining it. */
export const proposalReason = writtenText(messageMaxLength);
const decidedSo = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("confirm") }),
  z.strictObject({ decision: z.literal("withdraw") }),
  z.strictObject({ decision: z.literal("decline"), reason: proposalReason }),
]);
export type DecidedSo = z.infer<typeof decidedSo>;

export const proposals = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/proposals",
    summary: "Changes that wait for a second pair of eyes, and those decided; newest first.",
    access: staff("office"),
    query: z.object({
      state: z.enum(["open", "decided"]).default("open"),
      action: z.enum(proposalActions).optional(),
      ...ofHolder,
      ...ofColleague,
      /** Only those that the reader may decide. */
      decidable: z.literal("true").optional(),
      ...pageQuery,
    }),
    answer: page({
      proposals: z.array(proposal),
      /** Number of proposals that the reader can decide. */
      open: z.number().int(),
    }),
  },
  get: {
    method: "GET",
    path: "/staff/proposals/:proposalId",
    summary: "One proposed change, open or decided.",
    access: staff("office"),
    params: z.object({ proposalId: id }),
    answer: proposal,
  },
  decide: {
    method: "POST",
    path: "/staff/proposals/:proposalId/decide",
    summary:
      "Confirms a proposed change, which then happens, or declines it with a reason; its proposer may only withdraw it.",
    access: staff("office"),
    params: z.object({ proposalId: id }),
    body: decidedSo,
    answer: proposal,
    errors: ["stateConflict", "proposalDecided", "fourEyes", "clientNumberInUse", "tooFewAdmins", "isStaff"],
  },
});
