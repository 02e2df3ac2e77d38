/** Where an identity provider sends the browser back to after its session ended. */
import { useEffect } from "react";
import { PageLoading } from "../shell/layouts/page-loading.tsx";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { isSignOutOf } from "../shell/session/signed-out.ts";
import { useText } from "../ui/text.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";

export default function SignedOutPage() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const isHydrated = useHydrated();
  const isTheirs = isHydrated && isSignOutOf(window.location.search);
  useEffect(() => {
    // Somebody who opened the page by hand has signed out of nothing.
    if (isHydrated && !isTheirs) navigate("/login", { replace: true });
  }, [isHydrated, isTheirs, navigate]);
  if (!isTheirs) return <PageLoading />;
  return (
    <>
      <PublicHead title={t("sessions.provider.signedOut")}>{t("sessions.provider.signedOutText")}</PublicHead>
      <p className={styles.foot}>
        <LocaleLink to="/login">{t("sessions.provider.back")}</LocaleLink>
      </p>
    </>
  );
}
