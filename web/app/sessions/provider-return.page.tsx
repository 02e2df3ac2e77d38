/** Where an identity provider sends the browser back to: ends the sign-in, or leads a test back to the page that began it. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { PageLoading } from "../shell/layouts/page-loading.tsx";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { isTestOf } from "../shell/staff/identity-test.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { PublicHead } from "./public-head.tsx";
import styles from "./sessions.module.css";
import { useEnter } from "./use-enter.ts";

export default function ProviderReturnPage() {
  const t = useText();
  const api = useApi();
  const enter = useEnter();
  const navigate = useLocaleNavigate();
  const finish = useMutation({
    mutationFn: (params: string) => api.identity.finishSignIn({ body: { params } }),
    onSuccess: async (answer) => {
      await enter(answer);
      // As after a password: the guard leads on from there.
      navigate("/login", { replace: true });
    },
  });
  const { mutate } = finish;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const { search } = window.location;
    if (isTestOf(search)) return navigate(`/admin/identity${search}`, { replace: true });
    // What is in the address is used up by this, and not to be read over somebody's shoulder.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    // Somebody who opened the page by hand has no sign-in that waits.
    if (new URLSearchParams(search).has("state")) mutate(search);
    else navigate("/login", { replace: true });
  }, [mutate, navigate]);
  if (!finish.error)
    return (
      <>
        <PublicHead title={t("sessions.provider.returning")}>{t("sessions.provider.wait")}</PublicHead>
        <PageLoading />
      </>
    );
  return (
    <>
      <PublicHead title={t("sessions.provider.failed")} />
      <Notice tone="failed">{errorText(t, finish.error)}</Notice>
      <p className={styles.foot}>
        <LocaleLink to="/login">{t("sessions.provider.back")}</LocaleLink>
      </p>
    </>
  );
}
