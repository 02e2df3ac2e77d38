/** Resolves the two halves of a session, token and cookie, to the viewer. */
import type { Role } from "@portico/api/permissions.ts";
import { sha256 } from "../../http/session.ts";
import type { Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact, type WriteContext } from "../../unit-of-work/transact.ts";
import { type AskedBeside, findRoleByCookie, findViewer } from "./sessions.queries.ts";

/** A token came without its cookie, so it may be stolen. The session continues for whoever has both halves. */
const recordWrongCookie = (
  context: WriteContext,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<void> =>
  transact({ ...context, system: "sessions" }, async (tx) =>
    tx.audit("session.wrongCookieRefused", userId, { after: { sessionId } }),
  );

export { consumeFreshCode, findLiveSessions, type RoomRights, useFreshCode } from "./sessions.queries.ts";

/** The role of a browser that shows its cookie half alone, as a navigation does; undefined without an open session. */
export const findCookieRole = async (db: Services["db"], bind: string): Promise<Role | undefined> =>
  findRoleByCookie(db, sha256(bind));

/**
 * The viewer of a token and its cookie half, with current data; null without a token. `about` is the row asked for
 * beside the session, which the caller may read only once the viewer's right to the holder is checked.
 * Throws `unauthenticated` for an unknown, ended or expired token, and for one without its own cookie (audited).
 */
export async function resolveViewer(
  { db, sessions }: Pick<Services, "db" | "sessions">,
  credentials: { token: string | null; bind: string | undefined; address: string; requestId: string },
  beside?: AskedBeside,
): Promise<{ viewer: Viewer | null; about?: unknown }> {
  const { token, bind } = credentials;
  if (token === null) return { viewer: null };
  const found = await findViewer({ db, sessions }, sha256(token), bind === undefined ? null : sha256(bind), beside);
  if (!found) throw new Refusal("unauthenticated");
  if (!found.bindMatches) {
    await recordWrongCookie({ db, caller: credentials }, found.viewer);
    throw new Refusal("unauthenticated");
  }
  return found;
}
