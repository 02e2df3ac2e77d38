/** What staff and clients may do with a request, by its state. */

import { type RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { isClosedRequest, type RequestState } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { isPossible } from "./states.ts";

export interface RequestStatus {
  type: RequestRow["type"];
  state: RequestState;
  holder: Holder;
  createdBy: number;
  /** It has reserved cash that is neither paid nor free again. */
  reserves: boolean;
  /** Enough of the people who act for the holder today have confirmed it. */
  isComplete: boolean;
  /** The portal keeps the holder's ledger, so that payments can be matched with it. */
  ownLedger: boolean;
  isMatched: boolean;
  /** It costs a fee that its payment did not contain. */
  hasFee: boolean;
}

export const isPayment = (type: RequestRow["type"]): type is "deposit" | "withdrawal" =>
  type === "deposit" || type === "withdrawal";

/** Office handles requests; nobody decides their own, or one about themselves or a company they act for. */
function refusalToAct(viewer: Viewer, { holder, createdBy }: RequestStatus): Verdict {
  const call = requestCalls.handleRequest;
  const byLevel = staffVerdict(viewer, call);
  if (byLevel !== null) return byLevel;
  return createdBy === viewer.userId ? "fourEyes" : refusalToDecide(viewer, call, holder);
}

/** Its payment is not ordered, and not enough of the people who act for the holder today have confirmed it. */
const awaitsSigners = ({ reserves, isComplete, state }: RequestStatus): boolean =>
  reserves && !isComplete && isPossible("confirm", state);

/** Declining. */
export const refusalToDecline = (viewer: Viewer, status: RequestStatus): Verdict =>
  refusalToAct(viewer, status) ?? (isPossible("decline", status.state) ? null : "stateConflict");

/** The bank returned what was ordered: what is still reserved is free again. */
export const refusalToReturn = (viewer: Viewer, status: RequestStatus): Verdict =>
  refusalToAct(viewer, status) ??
  (status.type === "withdrawal" && isPossible("return", status.state) ? null : "stateConflict");

/** Marking it as carried out. What reserved cash in the portal's ledger is matched with it instead. */
export function refusalToFinish(viewer: Viewer, status: RequestStatus): Verdict {
  const verdict = refusalToAct(viewer, status);
  if (verdict !== null) return verdict;
  if (!isPossible("finish", status.state)) return "stateConflict";
  if (status.reserves && status.ownLedger) return "matchNeeded";
  return status.isComplete ? null : "signersMissing";
}

/** Marking the payment of a withdrawal as ordered, after which the client cannot cancel it. */
export function refusalToPay(viewer: Viewer, status: RequestStatus): Verdict {
  const verdict = refusalToAct(viewer, status);
  if (verdict !== null) return verdict;
  if (awaitsSigners(status)) return "signersMissing";
  return status.reserves && isPossible("pay", status.state) ? null : "stateConflict";
}

/**
 * What was ordered is matched even if somebody who confirmed it left meanwhile: the money has gone. A closed request is
 * matched by staff alone.
 */
export function refusalToMatch(viewer: Viewer | null, status: RequestStatus): Verdict {
  const verdict = viewer && refusalToAct(viewer, status);
  if (verdict !== null) return verdict;
  if (awaitsSigners(status)) return "signersMissing";
  if (viewer === null && isClosedRequest(status.state)) return "stateConflict";
  return isPayment(status.type) && status.ownLedger && isPossible("match", status.state) ? null : "stateConflict";
}

export const refusalToUnmatch = (viewer: Viewer, status: RequestStatus): Verdict =>
  refusalToAct(viewer, status) ?? (status.isMatched ? null : "stateConflict");

/** Naming the entry that is the fee of a paid withdrawal, or taking that back. */
export const refusalToMatchFee = (viewer: Viewer, status: RequestStatus): Verdict =>
  refusalToAct(viewer, status) ?? (status.hasFee && status.isMatched && status.ownLedger ? null : "stateConflict");

/** By the holder's side, until staff have ordered the payment or decided, or a payment that names a withdrawal is booked. */
export function refusalToCancel(
  viewer: Viewer,
  { holder, state, type, isNamed }: Pick<RequestStatus, "holder" | "state" | "type"> & { isNamed: boolean },
): Verdict {
  if (!isHolder(viewer, holder)) return "forbidden";
  if (!isPossible("cancel", state)) return "stateConflict";
  return type === "withdrawal" && isNamed ? "paymentBooked" : null;
}

/** By a representative who has not confirmed it yet, while confirmations are missing. */
export function refusalToConfirm(viewer: Viewer, status: RequestStatus & { confirmedByViewer: boolean }): Verdict {
  if (!isHolder(viewer, status.holder)) return "forbidden";
  const isOpen = status.reserves && isPossible("confirm", status.state);
  return isOpen && !status.isComplete && !status.confirmedByViewer ? null : "stateConflict";
}
