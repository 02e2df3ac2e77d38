/** Runs the guard at every navigation and whenever the session changes. */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { useText } from "../ui/text.tsx";
import { alert } from "./alert.ts";
import { isPublicPath, judge, type Verdict } from "./guard.ts";
import { useLocaleNavigate, withoutLanguage } from "./locale-link.tsx";
import { forgetSession, hasLeftOnPurpose, useSession } from "./session.ts";

const rememberedKey = "portico.wanted";

/** Until the browser has looked who is signed in, public pages stand whole and private ones show their shell. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const path = withoutLanguage(pathname);
  const navigate = useLocaleNavigate();
  const t = useText();
  const verdict: Verdict =
    session === undefined ? { kind: "show" } : judge(path, { session, now: Date.now(), remembered: remembered() });
  const target = verdict.kind === "go" ? verdict.to : undefined;

  useEffect(() => {
    if (verdict.kind === "show") {
      if (session && !isPublicPath(path)) sessionStorage.removeItem(rememberedKey);
      return;
    }
    if (verdict.remember && path !== "/" && !hasLeftOnPurpose())
      sessionStorage.setItem(rememberedKey, path + search + hash);
    if (verdict.signOut) {
      forgetSession();
      alert.warning(t("shell.session.expired"));
    }
    navigate(verdict.to, { replace: true });
    // The verdict is a new object at each rendering; what it says depends on these.
  }, [target, path, session]);

  return target === undefined ? children : null;
}

/** Where the person wanted to go before signing in; a path of this portal, never another's address. */
function remembered(): string | undefined {
  const wanted = sessionStorage.getItem(rememberedKey) ?? undefined;
  return wanted?.startsWith("/") && !wanted.startsWith("//") ? wanted : undefined;
}
