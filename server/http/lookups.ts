/** What the HTTP layer asks domains about a caller; supplied by app.ts, so that this folder imports no domain. */
import type { OwnedRow } from "@portico/api/endpoint.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Services } from "../kernel/context.ts";
import type { HolderRow } from "../kernel/holder-row.ts";
import type { Viewer } from "../kernel/viewer.ts";
import type { WriteContext } from "../unit-of-work/transact.ts";
import type { RowOwner } from "./access.ts";

export interface RecordedAccess {
  as: "staff" | "delegate";
  holder: Holder;
  call: string;
  /** The row that the path names by its id alone. */
  row: number | null;
  viewAsId: number | null;
  oncePerHour: boolean;
}

export interface Lookups {
  /**
   * The viewer of a session or key, and the row about a holder asked for beside it; null without a token, `unauthenticated` for
   * an invalid one. A key has a rate and networks, too.
   */
  resolveViewer: (
    services: Pick<Services, "db" | "sessions" | "pool" | "config">,
    credentials: { token: string | null; bind: string | undefined; address: string; requestId: string },
    beside?: { row: HolderRow<unknown>; holder: Holder | undefined },
  ) => Promise<{ viewer: Viewer | null; about?: unknown }>;
  /** The role of an open session by its cookie half alone: enough to read what changes nothing and names nobody. */
  roleOfCookie: (db: Services["db"], bind: string) => Promise<Role | undefined>;
  /** Uses up the session's fresh code; returns the factor that confirmed it, or undefined if there is none. */
  consumeFreshCode: (db: Services["db"], sessionId: number) => Promise<string | undefined>;
  /** The session's open viewing of a client's pages. */
  findOpenView: (
    db: Services["db"],
    id: number,
    sessionId: number,
  ) => Promise<{ id: number; holder_type: string; holder_id: number } | undefined>;
  /** Whom the row belongs to; undefined if there is none. */
  findOwner: (db: Services["db"], of: OwnedRow, id: number) => Promise<RowOwner | undefined>;
  /** Revokes keys that came in an address. */
  exposeKeys: (
    services: Pick<Services, "db" | "events" | "notifier" | "mail" | "domains">,
    exposed: { tokens: readonly string[]; address: string; requestId: string },
  ) => Promise<void>;
  /** Records in the audit log that staff read or changed a holder's data, or a delegate read it: each time, or the same once an hour. */
  recordAccess: (context: WriteContext, access: RecordedAccess) => Promise<void>;
}
