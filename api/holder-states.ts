/**
 * Holder states and the one table of their transitions (docs/rules.md): server, buttons and tests read it here.
 * `preKYC` is the state before any submission. Without zod (`holderState` in shapes.ts), since every client's dashboard reads it.
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

/** What staff's lists tell apart: of two renewals one waits for the client, and one (`submittedReKYC`) for staff. */
export const listedStates = [...holderStates, "submittedReKYC"] as const;
export type ListedState = (typeof listedStates)[number];

/** `isSubmitted`: a form of the holder's waits for its decision. */
export const listedStateOf = (state: HolderState, isSubmitted: boolean): ListedState =>
  state === "pendingReKYC" && isSubmitted ? "submittedReKYC" : state;

/** Who acts: the holder, staff of a level, or the portal's own job. */
export type StateActor = "holder" | "office" | "admin" | "system";
/** `before`: the state that `disabled` came from. */
type StateTarget = HolderState | "before";

export interface Transition {
  action: StateAction;
  from: readonly HolderState[];
  to: StateTarget;
  by: readonly StateActor[];
  /** Words to the client are part of it. */
  reason?: true;
  /** Judges what the holder submitted, so there must be a submission that nobody judged yet. */
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
 * The transition that leads from one state to another for this actor; undefined where the table has none. `before` is the state
 * that the holder had when it was disabled: a disabled holder goes back to that state and to no other.
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

/** A company in one of these is its creator's started company. */
export const startedStates: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC"];
/** States in which the holder may change and submit the form. */
export const openStates: readonly HolderState[] = ["preKYC", "returnedKYC", "pendingReKYC"];
/** States in which a person may correct their own name: it was not confirmed with their identity, or the confirmation failed. */
export const ownNameStates: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC", "rejected"];
/** States in which staff judge a submission. */
export const judgedStates: readonly HolderState[] = ["pendingKYC", "pendingReKYC"];

const settled: readonly HolderState[] = ["pendingKYC", "pendingReKYC", "postKYC"];

interface KycStanding {
  state: HolderState;
  representsCompanies: boolean;
  /** State of the user's started company; null where there is none. */
  startedCompany: HolderState | null;
}

/**
 * What every page says of the way to becoming a client: `kyc` where the specification's alert stands (section 4), `rejected` and
 * `disabled` with a message of their own, null where nothing stands in between.
 */
export function kycAlert({
  state,
  representsCompanies,
  startedCompany,
}: KycStanding): "kyc" | "rejected" | "disabled" | null {
  if (state === "rejected" || state === "disabled") return state;
  if (startedCompany === "returnedKYC") return "kyc";
  return !settled.includes(state) && !representsCompanies && startedCompany === null ? "kyc" : null;
}
