/** What may be done with a machine's key, and when. */
import { machines } from "@portico/api/machines.ts";
import type { StaffLevel } from "@portico/api/permissions.ts";
import type { MachineKeyState } from "@portico/api/rules/machines.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { StoredKey } from "./machines.queries.ts";

type Key = Pick<
  StoredKey,
  "ended_at" | "end_reason" | "stopped_at" | "approved_at" | "expires_at" | "user_id" | "role" | "state"
>;

export function stateOf(
  { ended_at, end_reason, stopped_at, approved_at, expires_at }: Key,
  now: Date,
): MachineKeyState {
  if (ended_at !== null && end_reason !== null) return end_reason;
  if (expires_at <= now) return "expired";
  if (stopped_at !== null) return "stopped";
  return approved_at === null ? "waiting" : "active";
}

const inState = (key: Key, now: Date, ...states: MachineKeyState[]): Verdict =>
  states.includes(stateOf(key, now)) ? null : "stateConflict";

/** A second administrator approves, while the one who made it still is an administrator. */
export const refusalToApprove = (viewer: Viewer, key: Key, now: Date): Verdict =>
  staffVerdict(viewer, machines.approve) ??
  inState(key, now, "waiting") ??
  (key.user_id === viewer.userId ? "fourEyes" : null) ??
  (key.role === "admin" && key.state !== "disabled" ? null : "stateConflict");

export const refusalToDecline = (viewer: Viewer, key: Key, now: Date): Verdict =>
  staffVerdict(viewer, machines.decline) ?? inState(key, now, "waiting");

export const refusalToRevoke = (viewer: Viewer, key: Key, now: Date): Verdict =>
  staffVerdict(viewer, machines.revoke) ?? inState(key, now, "active", "stopped");

export const refusalToRotate = (viewer: Viewer, key: Key, now: Date): Verdict =>
  staffVerdict(viewer, machines.rotate) ?? inState(key, now, "active");

export const refusalToTakeOver = (viewer: Viewer, key: Key, now: Date): Verdict =>
  staffVerdict(viewer, machines.takeOver) ?? inState(key, now, "stopped");

/** The first scope of a level that the maker has not, if any: a key is never made for more than its maker may. */
export const isAbove = (level: StaffLevel, viewer: Viewer): boolean =>
  staffVerdict(viewer, { access: { kind: "staff", level } }) !== null;
