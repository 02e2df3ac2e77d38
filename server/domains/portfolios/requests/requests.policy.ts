/** Who may handle a client's request. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RequestRow, transactionRequests } from "@portico/api/transaction-requests.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";

interface RequestStatus {
  state: RequestRow["state"];
  holder: Holder;
  createdBy: number;
}

/** Office handles open requests; nobody decides their own request, or one about themselves or a company they act for. */
export function refusalToHandle(viewer: Viewer, { state, holder, createdBy }: RequestStatus): Verdict {
  const call = transactionRequests.handleRequest;
  const byLevel = staffVerdict(viewer, call);
  if (byLevel !== null) return byLevel;
  if (state !== "open") return "stateConflict";
  return createdBy === viewer.userId ? "fourEyes" : refusalToDecide(viewer, call, holder);
}
