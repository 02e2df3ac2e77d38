/**
 * Who may see a page (docs/rules.md, Route guard, in its order). The server authorises every call itself; this only
 * redirects.
 */
import { isStaff } from "@portico/api/permissions.ts";
import type { Profile, Session } from "../session/session.ts";

export type RouteDecision =
  | { kind: "show" }
  | { kind: "go"; to: string; signOut?: true; remember?: true; entered?: true };

const openToAll = ["/login", "/learn-more", "/register", "/verify", "/verify-contract", "/reset", "/identity", "/demo"];
const onlySignedOut = ["/", "/login", "/register", "/verify"];

const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** True for a page that a visitor may see. */
export const isPublicPath = (path: string): boolean => openToAll.some((place) => isUnder(path, place));

/** A client's first page; of who only reads what others share, that. A profile stored by an older build does not say so. */
export const homeOf = ({ isOnlyDelegate }: Partial<Pick<Profile, "isOnlyDelegate">>): string =>
  isOnlyDelegate ? "/shared" : "/dashboard";

/** `path` is without its language and trailing slash; `remembered` is the page the person wanted before signing in. */
export function resolveRoute(
  path: string,
  { session, now, remembered }: { session: Session | null; now: number; remembered?: string | undefined },
): RouteDecision {
  if (session && session.expiry * 1000 <= now) return { kind: "go", to: "/login", signOut: true, remember: true };
  if (!session) return isPublicPath(path) ? { kind: "show" } : { kind: "go", to: "/login", remember: true };
  const home = homeOf(session.profile);
  if (onlySignedOut.includes(path)) return { kind: "go", to: remembered ?? home, entered: true };
  if (path === "/dashboard" && home !== path) return { kind: "go", to: home };
  if (isUnder(path, "/admin") && !isStaff(session.profile.role)) return { kind: "go", to: "/profile" };
  return { kind: "show" };
}
