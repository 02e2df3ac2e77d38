/** What services say after commit; sockets, mails and analytics listen, and no domain imports them. */
import { EventEmitter } from "node:events";
import type { DeskPart } from "@portico/api/events.ts";
import type { Holder } from "@portico/api/shapes.ts";

export interface DomainEvents {
  /** Ledger, prices or rates of these holders changed. */
  portfolioChanged: [{ holders: Holder[]; version: string }];
  /** The values per day of the holder were made anew: its history, not what it owns. */
  performanceChanged: [Holder];
  requestChanged: [Holder & { requestId: number }];
  holderChanged: [Holder];
  /** For what a client's page shows of it; staff's lists hear `deskChanged`. */
  notified: [Holder & { notificationId: number }];
  /** With the draft's version where answers of it were saved. */
  formChanged: [Holder & { formType: string; version?: number }];
  settingChanged: [{ name: string }];
  deskChanged: [{ part: DeskPart; holder?: Holder }];
  /** These sessions are over: their sockets must go on every node. */
  sessionsRevoked: [{ sessionIds: number[]; reason: "signedOut" | "ended" | "passwordChanged" | "disabled" }];
  /** Role, representation or companies of these users changed: their sockets need other rooms. */
  rightsChanged: [{ userIds: number[] }];
  /** A browser or other client opened a session. */
  signedIn: [{ userId: number; sessionId: number }];
}

export type Events = EventEmitter<DomainEvents>;
export const createEvents = (): Events => new EventEmitter<DomainEvents>();
