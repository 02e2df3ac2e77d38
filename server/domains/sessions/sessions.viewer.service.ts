/** Resolves the two halves of a session, token and cookie, to the viewer. */
import type { Role } from "@portico/api/permissions.ts";
import { sha256 } from "../../http/session.ts";
import type { Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { findRoleByCookie, findViewer } from "./sessions.queries.ts";
import { recordWrongCookie } from "./sessions.wrong-cookie.service.ts";

export { consumeFreshCode, findLiveSessions, type RoomRights, useFreshCode } from "./sessions.queries.ts";

/** The role of a browser that shows its cookie half alone, as a navigation does; undefined without an open session. */
export const findCookieRole = async (db: Services["db"], bind: string): Promise<Role | undefined> =>
  findRoleByCookie(db, sha256(bind));

/**
 * The viewer of a token and its cookie half, with current data; null without a token.
 * Throws `unauthenticated` for an unknown, ended or expired token, and for one without its own cookie (audited).
 */
export async function resolveViewer(
  { db, pool }: Pick<Services, "db" | "pool">,
  credentials: { token: string | null; bind: string | undefined; address: string; requestId: string },
): Promise<Viewer | null> {
  const { token, bind } = credentials;
  if (token === null) return null;
  const found = await findViewer({ db, pool }, sha256(token), bind === undefined ? null : sha256(bind));
  if (!found) throw new Refusal("unauthenticated");
  if (!found.bindMatches) {
    await recordWrongCookie({ db, caller: credentials }, found.viewer);
    throw new Refusal("unauthenticated");
  }
  return found.viewer;
}
