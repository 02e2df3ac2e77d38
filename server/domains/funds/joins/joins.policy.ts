/** Who may decide on a request to join. */
import { funds } from "@portico/api/funds.ts";
import type { JoinState } from "@portico/api/rules/funds.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";

interface JoinStatus {
  state: JoinState;
  holder: Holder;
  askedBy: number;
}

/** Office decides on what was asked; nobody on their own request, or on one of a company they act for. */
export function refusalToDecideJoin(viewer: Viewer, { state, holder, askedBy }: JoinStatus): Verdict {
  const byLevel = staffVerdict(viewer, funds.decideJoin);
  if (byLevel !== null) return byLevel;
  if (state !== "asked") return "stateConflict";
  return askedBy === viewer.userId ? "fourEyes" : refusalToDecide(viewer, funds.decideJoin, holder);
}

/** Office ends what was joined, except their own. */
export function refusalToEndJoin(viewer: Viewer, { state, holder }: Pick<JoinStatus, "state" | "holder">): Verdict {
  const byLevel = staffVerdict(viewer, funds.decideJoin);
  if (byLevel !== null) return byLevel;
  return state === "joined" ? refusalToDecide(viewer, funds.decideJoin, holder) : "stateConflict";
}
