/** What the server tells an open page through the socket. Events carry ids and times; the page fetches. */
import type { Holder } from "./shapes.ts";

export type DeskPart = "tasks" | "proposals" | "forms" | "imports";

export interface ServerEvents {
  /** Ledger, prices or rates of the holder changed: fetch again, whatever the five minutes say. */
  "portfolio:changed": (event: Holder & { version: string }) => void;
  /** The values per day were worked out anew, which follows a change of the portfolio a moment later: fetch histories again. */
  "performance:changed": (event: Holder) => void;
  /** A request of the holder changed its state. */
  "request:changed": (event: Holder & { requestId: number }) => void;
  /** A notification came, or was taken off the list (also from another device). */
  notification: (event: Holder & { notificationId: number }) => void;
  /** A form was saved (then with the draft's version) or submitted: open pages of it fetch again. */
  "form:changed": (event: Holder & { formType: string; version?: number }) => void;
  /** Staff only: a setting of the firm was saved. */
  "setting:changed": (event: { name: string }) => void;
  /** Staff only: a task, a proposal, a submission or an import came or was dealt with; `holder` where a submission is being remarked on or accepted. */
  "desk:changed": (event: { part: DeskPart; holder?: Holder }) => void;
  /** The holder's state, role, name or client number changed. */
  "holder:state": (event: Holder) => void;
  /** This session is over: sign out. */
  "session:revoked": (event: { reason: "signedOut" | "ended" | "passwordChanged" | "disabled" }) => void;
}
export type ServerEventName = keyof ServerEvents;

/** docs/rules.md, Registration and calls. */
export const socketReconnection = {
  reconnection: true,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
