/** Runs the guard on every navigation and when the session changes. */
import { type ReactNode, useEffect, useMemo } from "react";
import { useLocation, useMatches } from "react-router";
import { useText } from "../ui/text.tsx";
import { alert } from "./alert.ts";
import { isPublicPath, judge, type Verdict } from "./guard.ts";
import { useLocaleNavigate, withoutLanguage } from "./locale-link.tsx";
import { forgetSession, hasLeftOnPurpose, type Session, useSession } from "./session.ts";

const rememberedKey = "portico.wanted";

/** Until the browser knows who is signed in, public pages are shown and private ones show their shell. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash, key } = useLocation();
  const path = withoutLanguage(pathname);
  const isPage = useIsPage();
  const navigate = useLocaleNavigate();
  const t = useText();
  // The key changes with each navigation, so the expiry is checked again.
  const verdict = useMemo(() => judgeNow(path, session, key), [path, session, key]);

  useEffect(() => {
    if (verdict.kind === "show") {
      if (session && !isPublicPath(path)) sessionStorage.removeItem(rememberedKey);
      return;
    }
    if (verdict.remember && isPage && path !== "/" && !hasLeftOnPurpose())
      sessionStorage.setItem(rememberedKey, path + search + hash);
    if (verdict.signOut) {
      forgetSession();
      alert.warning(t("shell.session.expired"));
    }
    navigate(verdict.to, { replace: true });
  }, [verdict, session, path, isPage, search, hash, navigate, t]);

  return verdict.kind === "show" ? children : null;
}

/** False for an unknown path: nobody wants to return to it. */
const useIsPage = (): boolean => useMatches().at(-1)?.id.endsWith("/*") === false;

function judgeNow(path: string, session: Session | null | undefined, _navigation: string): Verdict {
  return session === undefined
    ? { kind: "show" }
    : judge(path, { session, now: Date.now(), remembered: rememberedPath() });
}

/** The page the person wanted before signing in; a path of this portal, never another site's address. */
function rememberedPath(): string | undefined {
  const wanted = sessionStorage.getItem(rememberedKey) ?? undefined;
  return wanted?.startsWith("/") && !wanted.startsWith("//") ? wanted : undefined;
}
