/** The demo's first page: as whom to look at the portal, their password where one is asked for, and the mails that nobody gets. */
import type { DemoPerson, demoPortal } from "@portico/api/demo-portal.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PublicHead } from "../sessions/public-head.tsx";
import { useEnter } from "../sessions/use-enter.ts";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useRootData } from "../shell/layouts/brand.ts";
import { PageLoading } from "../shell/layouts/page-loading.tsx";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { RecordTime } from "../ui/dates.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./look.module.css";

type Look = Answer<(typeof demoPortal)["look"]>;

export default function LookPage() {
  const t = useText();
  // In the firm's portal the address is known, but leads nowhere.
  if (!useRootData().isDemo)
    return (
      <>
        <PublicHead title={t("sessions.demo.title")} />
        <Notice>{t("sessions.demo.none")}</Notice>
      </>
    );
  return (
    <>
      <PublicHead title={t("sessions.demo.title")}>{t("sessions.demo.lead")}</PublicHead>
      <Inside />
    </>
  );
}

function Inside() {
  const t = useText();
  const api = useApi();
  const [found, setFound] = useState<Look>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    api.demoPortal.look().then(
      (answer) => !isGone && setFound(answer),
      (error: unknown) => !isGone && setFailure(error),
    );
    return () => {
      isGone = true;
    };
  }, [api]);
  if (failure !== undefined) return <Notice tone="failed">{errorText(t, failure)}</Notice>;
  if (!found) return <PageLoading />;
  return (
    <>
      <People people={found.people} />
      <section className={styles.part}>
        <h2>{t("sessions.demo.password")}</h2>
        <p className={styles.password}>
          <code>{found.password}</code> <CopyButton text={found.password} label={t("sessions.demo.password")} />
        </p>
        <p>{t("sessions.demo.passwordHint")}</p>
      </section>
      <Mails mails={found.mails} />
    </>
  );
}

function People({ people }: { people: Look["people"] }) {
  const t = useText();
  const api = useApi();
  const enter = useEnter();
  const navigate = useLocaleNavigate();
  const begin = useMutation({
    mutationFn: (email: string) => api.demoPortal.enter({ body: { email } }),
    onSuccess: async (answer) => {
      await enter(answer);
      // As after a password: the guard leads on from there.
      navigate("/login");
    },
  });
  return (
    <section className={styles.part}>
      <h2>{t("sessions.demo.people")}</h2>
      {begin.error && <Notice tone="failed">{errorText(t, begin.error)}</Notice>}
      <ul className={styles.people}>
        {people
          .filter(({ state }) => state !== "disabled")
          .map((person) => (
            <li key={person.email}>
              <div>
                <strong lang={person.language}>{person.name}</strong>
                <p>
                  <Shows person={person} />
                </p>
              </div>
              <Button
                size="compact-sm"
                variant="light"
                aria-label={`${t("sessions.demo.enter")}: ${person.name}`}
                loading={begin.isPending && begin.variables === person.email}
                onClick={() => begin.mutate(person.email)}
              >
                {t("sessions.demo.enter")}
              </Button>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Shows({ person: { role, state, portfolio } }: { person: DemoPerson }) {
  const t = useText();
  if (isStaff(role)) return t(`users.role.${role}`);
  return [t(`users.state.${state}`), ...(portfolio === "none" ? [] : [t(`sessions.demo.portfolio.${portfolio}`)])].join(
    " · ",
  );
}

function Mails({ mails }: Pick<Look, "mails">) {
  const t = useText();
  return (
    <section className={styles.part}>
      <h2>{t("sessions.demo.mails")}</h2>
      <p>{t("sessions.demo.mailsHint")}</p>
      {mails.length === 0 && <p>{t("sessions.demo.noMails")}</p>}
      {mails.map(({ at, to, subject, text }) => (
        <details key={`${at} ${to} ${subject}`} className={styles.mail}>
          <summary>
            {subject} <span>{to}</span> <RecordTime at={at} />
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
    </section>
  );
}
