/** Runs the guard on every navigation and when the session changes. */
import { type ReactNode, useEffect, useMemo } from "react";
import { useLocation, useMatches, useNavigate } from "react-router";
import { useLanguage, useText } from "../../ui/text.tsx";
import { alert } from "../dialogs/alert.ts";
import { languageAfterSignIn } from "../navigation/chosen-language.tsx";
import { inLanguage, useLocaleNavigate, withoutLanguage } from "../navigation/locale-link.tsx";
import { forgetSession, hasLeftOnPurpose, lastPerson, type Session, useSession } from "../session/session.ts";
import { wantedByKey, wantedKey } from "../storage.ts";
import { isPublicPath, type RouteDecision, resolveRoute } from "./guard.ts";

/** Until the browser knows who is signed in, public pages are shown and private ones show their shell. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash, key } = useLocation();
  const path = withoutLanguage(pathname);
  const isPage = useIsPage();
  const navigate = useLocaleNavigate();
  const navigateTo = useNavigate();
  const language = useLanguage();
  const t = useText();
  // The key changes with each navigation, so the expiry is checked again.
  const decision = useMemo(() => resolveCurrentRoute(path, session, key), [path, session, key]);

  useEffect(() => {
    if (decision.kind === "show") {
      if (session && !isPublicPath(path)) sessionStorage.removeItem(wantedKey);
      return;
    }
    if (decision.remember && isPage && path !== "/" && !hasLeftOnPurpose()) rememberPage(path + search + hash);
    if (decision.signOut) {
      forgetSession();
      alert.warning(t("shell.session.expired"));
    }
    const preferred = decision.entered && languageAfterSignIn(session?.profile.preferences.language);
    if (preferred && preferred !== language) void navigateTo(inLanguage(preferred, decision.to), { replace: true });
    else navigate(decision.to, { replace: true });
  }, [decision, session, path, isPage, search, hash, navigate, navigateTo, language, t]);

  return decision.kind === "show" ? children : null;
}

/** False for an unknown path: nobody wants to return to it. */
const useIsPage = (): boolean => useMatches().at(-1)?.id.endsWith("/*") === false;

function resolveCurrentRoute(path: string, session: Session | null | undefined, _navigation: string): RouteDecision {
  return session === undefined
    ? { kind: "show" }
    : resolveRoute(path, { session, now: Date.now(), remembered: rememberedPath() });
}

/** Where the guard leads after signing in. */
export function rememberPage(path: string): void {
  sessionStorage.setItem(wantedKey, path);
  sessionStorage.setItem(wantedByKey, `${lastPerson() ?? ""}`);
}

/** The page the person wanted before signing in; a path of this portal, never another site's address. */
function rememberedPath(): string | undefined {
  const wanted = sessionStorage.getItem(wantedKey) ?? undefined;
  return wanted?.startsWith("/") && !wanted.startsWith("//") ? wanted : undefined;
}
