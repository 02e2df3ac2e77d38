/** Who may do what with a contract, by the one table of api/contract-states.ts. */

import {
  type ContractAction,
  type ContractActor,
  type ContractState,
  contractTransition,
  isEnded,
  mayEver,
} from "@portico/api/contract-states.ts";
import type { ContractRow } from "@portico/api/contracts.ts";
import { contracts } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canOf, staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";

export interface ContractStatus {
  holder: Holder;
  state: ContractState;
  byAdmin: boolean;
  /** The viewer's signature is on it. */
  signedByViewer: boolean;
  /** Signatures of the holder's side. */
  signed: number;
  /** It has fields that the holder fills in. */
  hasClientFields: boolean;
}

/** The capacity in which the viewer acts: nobody acts for the firm about themselves. */
export const actorOf = (viewer: Viewer, holder: Holder): ContractActor =>
  isHolder(viewer, holder) ? "holder" : "office";

/** Why the viewer may not take the action. */
export function refusalToAct(viewer: Viewer, status: ContractStatus, action: ContractAction): Verdict {
  const actor = actorOf(viewer, status.holder);
  const { state, byAdmin } = status;
  const createdBy = byAdmin ? "firm" : "client";
  if (actor === "office") {
    const verdict = staffVerdict(viewer, contracts.sign);
    if (verdict !== null) return verdict;
  }
  if (!mayEver(action, actor, createdBy))
    return isHolder(viewer, status.holder) && viewer.role !== "client" ? "fourEyes" : "forbidden";
  if (!contractTransition(state, action, actor, { createdBy })) return "stateConflict";
  return action === "sign" && status.signedByViewer ? "stateConflict" : null;
}

/** Before the first signature, because nobody changes what another has signed. */
export function refusalToFill(viewer: Viewer, status: ContractStatus): Verdict {
  if (!isHolder(viewer, status.holder)) return "forbidden";
  return status.state === "awaitingClient" && status.byAdmin && status.hasClientFields && status.signed === 0
    ? null
    : "stateConflict";
}

/** A contract of the firm that ended without success, and was not sent again yet. */
export function refusalToSendAgain(viewer: Viewer, status: ContractStatus & { replaced: boolean }): Verdict {
  if (isHolder(viewer, status.holder)) return "forbidden";
  const verdict = staffVerdict(viewer, contracts.custom);
  if (verdict !== null) return verdict;
  return isEnded(status.state) && status.byAdmin && !status.replaced ? null : "stateConflict";
}

/** The `can` of a contract. */
export const canOfContract = (viewer: Viewer, status: ContractStatus & { replaced: boolean }): ContractRow["can"] => {
  const rejecting = actorOf(viewer, status.holder) === "holder" ? "reject" : "decline";
  return canOf({
    sign: refusalToAct(viewer, status, "sign"),
    countersign: refusalToAct(viewer, status, "countersign"),
    fill: refusalToFill(viewer, status),
    reject: refusalToAct(viewer, status, rejecting),
    withdraw: refusalToAct(viewer, status, "withdraw"),
    sendAgain: refusalToSendAgain(viewer, status),
  });
};
