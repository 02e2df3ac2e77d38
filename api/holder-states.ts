/**
 * Holder states and their only transition table (docs/rules.md), read by server, buttons and tests.
 * `preKYC` is the state before any submission. Without zod (`holderState` in shapes.ts), because every client's
 * dashboard loads it.
 */
export const holderStates = [
  "preKYC",
  "pendingKYC",
  "postKYC",
  "returnedKYC",
  "pendingReKYC",
  "rejected",
  "disabled",
] as const;
export type HolderState = (typeof holderStates)[number];

/** The relationship has ended: nothing is made for such a holder any more, nor by them. */
export const closedStates = ["rejected", "disabled"] as const satisfies readonly HolderState[];
export type ClosedState = (typeof closedStates)[number];
export const isClosed = (state: HolderState): state is ClosedState =>
  (closedStates as readonly HolderState[]).includes(state);

/** States that staff lists distinguish: a renewal waits for the client, or (`submittedReKYC`) for staff. */
export const listedStates = [...holderStates, "submittedReKYC"] as const;
export type ListedState = (typeof listedStates)[number];

/** `isSubmitted`: a form of the holder awaits its decision. */
export const listedStateOf = (state: HolderState, isSubmitted: boolean): ListedState =>
  state === "pendingReKYC" && isSubmitted ? "submittedReKYC" : state;

/** The actor: the holder, staff of a level, or a job of the portal. */
export type StateActor = "holder" | "office" | "admin" | "system";
/** `before`: the state before `disabled`. */
type StateTarget = HolderState | "before";

export interface Transition {
  action: StateAction;
  from: readonly HolderState[];
  to: StateTarget;
  by: readonly StateActor[];
  /** Requires a reason for the client. */
  reason?: true;
  /** Decides a submission, so an undecided one must exist. */
  decides?: "approved" | "returned" | "rejected";
}

export const stateActions = [
  "submit",
  "resubmit",
  "approve",
  "return",
  "reject",
  "review",
  "reopen",
  "disable",
  "enable",
] as const;
export type StateAction = (typeof stateActions)[number];

export const transitions: readonly Transition[] = [
  { action: "submit", from: ["preKYC", "returnedKYC"], to: "pendingKYC", by: ["holder", "office", "admin"] },
  { action: "resubmit", from: ["pendingReKYC"], to: "pendingReKYC", by: ["holder", "office", "admin"] },
  {
    action: "approve",
    from: ["pendingKYC", "pendingReKYC"],
    to: "postKYC",
    by: ["office", "admin"],
    decides: "approved",
  },
  {
    action: "return",
    from: ["pendingKYC", "pendingReKYC"],
    to: "returnedKYC",
    by: ["office", "admin"],
    reason: true,
    decides: "returned",
  },
  {
    action: "reject",
    from: ["pendingKYC", "pendingReKYC"],
    to: "rejected",
    by: ["office", "admin"],
    reason: true,
    decides: "rejected",
  },
  { action: "review", from: ["postKYC"], to: "pendingReKYC", by: ["holder", "system"] },
  { action: "reopen", from: ["rejected"], to: "returnedKYC", by: ["admin"] },
  {
    action: "disable",
    from: ["preKYC", "pendingKYC", "postKYC", "returnedKYC", "pendingReKYC", "rejected"],
    to: "disabled",
    by: ["admin"],
  },
  { action: "enable", from: ["disabled"], to: "before", by: ["admin"] },
];

/** The transitions that the actor may take from a state; a submission is made with the form, never by naming a state. */
export const transitionsFrom = (state: HolderState, actor: StateActor): readonly Transition[] =>
  transitions.filter(({ from, by }) => from.includes(state) && by.includes(actor));

/**
 * The transition from one state to another for this actor; undefined if the table has none. `before` is the state the
 * holder had when disabled; a disabled holder returns only to that state.
 */
export const transitionTo = (
  state: HolderState,
  to: HolderState,
  actor: StateActor,
  before: HolderState | null = null,
): Transition | undefined =>
  transitionsFrom(state, actor).find(
    ({ action, to: target }) =>
      action !== "submit" && action !== "resubmit" && (target === "before" ? before : target) === to,
  );

/** States of a company that its creator has started and that is not approved. */
export const startedStates: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC"];
/** States in which the holder may change and submit the form. */
export const openStates: readonly HolderState[] = ["preKYC", "returnedKYC", "pendingReKYC"];
/** States in which a person may correct their own name: their identity is not yet confirmed, or was rejected. */
export const ownNameStates: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC", "rejected"];
/** States in which staff decide a submission. */
export const reviewedStates: readonly HolderState[] = ["pendingKYC", "pendingReKYC"];

const settled: readonly HolderState[] = ["pendingKYC", "pendingReKYC", "postKYC"];

interface KycStatus {
  state: HolderState;
  representsCompanies: boolean;
  /** State of the user's started company; null where there is none. */
  startedCompany: HolderState | null;
}

/**
 * The KYC message on every page: `kyc` for the specification's alert (section 4), `rejected` and `disabled` with their
 * own messages, null for none.
 */
export function kycAlert({ state, representsCompanies, startedCompany }: KycStatus): "kyc" | ClosedState | null {
  if (isClosed(state)) return state;
  if (startedCompany === "returnedKYC") return "kyc";
  return !settled.includes(state) && !representsCompanies && startedCompany === null ? "kyc" : null;
}
