/**
 * Contract states and their only transition table (docs/rules.md), read by server, buttons and tests. Without zod, because
 * pages load it.
 */
export const contractStates = [
  "awaitingAdmin",
  "awaitingClient",
  "approved",
  "rejected",
  "rejectedByClient",
  "rejectedByAdmin",
] as const;
export type ContractState = (typeof contractStates)[number];

/** Who acts: the holder, office or admin for the firm, or a job. */
export type ContractActor = "holder" | "office" | "system";
/** The side that made the contract. */
export type ContractSide = "client" | "firm";

/** Who signs for a company: any representative, two of them, or all. A person signs alone. */
export const signerRules = ["any", "two", "all"] as const;
export type SignerRule = (typeof signerRules)[number];

export type ContractAction =
  | "propose"
  | "send"
  | "sign"
  | "complete"
  | "countersign"
  | "reject"
  | "decline"
  | "withdraw"
  | "end";

/** What decides, besides the state, where an action leads. */
export interface ContractFacts {
  createdBy: ContractSide;
  /** The firm signs after the holder. A proposal is always signed by both. */
  counterSign: boolean;
  /** With this signature the holder's side is complete. */
  isLastSigner: boolean;
}

interface Transition {
  action: ContractAction;
  /** Null for a new contract. */
  from: readonly (ContractState | null)[];
  by: ContractActor;
  to: (facts: ContractFacts) => ContractState;
  /** Only the side that made the contract. */
  ownOnly?: true;
  /** Needs words for the other side. */
  message?: true;
}

const awaiting = ["awaitingAdmin", "awaitingClient"] as const;
const withdrawn = ({ createdBy }: ContractFacts) => (createdBy === "client" ? "rejectedByClient" : "rejectedByAdmin");
const signed = ({ createdBy, counterSign, isLastSigner }: ContractFacts): ContractState => {
  if (!isLastSigner) return "awaitingClient";
  return counterSign || createdBy === "client" ? "awaitingAdmin" : "approved";
};

export const contractTransitions: readonly Transition[] = [
  // The holder's signature is given with the proposal.
  { action: "propose", from: [null], by: "holder", to: signed },
  { action: "send", from: [null], by: "office", to: () => "awaitingClient" },
  { action: "sign", from: ["awaitingClient"], by: "holder", to: signed },
  // Whoever was still awaited no longer acts for the company, and the signatures of the others are enough.
  { action: "complete", from: ["awaitingClient"], by: "system", to: signed },
  { action: "countersign", from: ["awaitingAdmin"], by: "office", to: () => "approved" },
  { action: "reject", from: ["awaitingClient"], by: "holder", to: () => "rejectedByClient", message: true },
  { action: "decline", from: ["awaitingAdmin"], by: "office", to: () => "rejectedByAdmin", message: true },
  { action: "withdraw", from: awaiting, by: "holder", to: withdrawn, ownOnly: true },
  { action: "withdraw", from: awaiting, by: "office", to: withdrawn, ownOnly: true },
  // Expired, or the holder was rejected or disabled.
  { action: "end", from: awaiting, by: "system", to: () => "rejected" },
];

/** States that an action is still possible in. */
export const awaitingStates: readonly ContractState[] = awaiting;
export const isAwaiting = (state: ContractState): boolean => awaitingStates.includes(state);
/** It ended without success. */
export const isEnded = (state: ContractState): boolean => !isAwaiting(state) && state !== "approved";

const sideOf = (actor: ContractActor): ContractSide | null =>
  actor === "system" ? null : actor === "holder" ? "client" : "firm";

/** Whether the actor may ever take the action with a contract of this side, whatever its state. */
export const mayEver = (action: ContractAction, by: ContractActor, createdBy: ContractSide): boolean =>
  contractTransitions.some(
    (row) => row.action === action && row.by === by && (!row.ownOnly || sideOf(by) === createdBy),
  );

/** The transition that the actor may take; undefined if the table has none. */
export const contractTransition = (
  from: ContractState | null,
  action: ContractAction,
  by: ContractActor,
  { createdBy }: Pick<ContractFacts, "createdBy">,
): Transition | undefined =>
  contractTransitions.find(
    (row) =>
      row.action === action && row.by === by && row.from.includes(from) && (!row.ownOnly || sideOf(by) === createdBy),
  );
