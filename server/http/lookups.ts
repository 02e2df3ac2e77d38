/** What the HTTP layer asks of domains about a caller; app.ts supplies it, so that this folder imports no domain. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Services } from "../kernel/context.ts";
import type { Viewer } from "../kernel/viewer.ts";
import type { WriteContext } from "../unit-of-work/transact.ts";

export interface Lookups {
  /** The viewer of a session's two halves; null without a token, `unauthenticated` for a session that does not stand. */
  resolveViewer: (
    services: Pick<Services, "db" | "pool">,
    credentials: { token: string | null; bind: string | undefined; address: string; requestId: string },
  ) => Promise<Viewer | null>;
  /** Uses up the session's fresh code; the factor that it was confirmed with, or undefined without one. */
  consumeFreshCode: (db: Services["db"], sessionId: number) => Promise<string | undefined>;
  /** The open viewing of a client's pages that belongs to the session. */
  findOpenView: (
    db: Services["db"],
    id: number,
    sessionId: number,
  ) => Promise<{ id: number; holder_type: string; holder_id: number } | undefined>;
  /** Writes to the audit log that staff read, or acted on, what belongs to a holder. */
  recordStaffAccess: (
    context: WriteContext,
    access: { holder: Holder; call: string; viewAsId: number | null },
  ) => Promise<void>;
}
