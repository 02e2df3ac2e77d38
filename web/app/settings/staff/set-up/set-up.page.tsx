/** What a firm sets up before its first client: each step says why, what is missing, and opens its form in place. */
import { ruleOf, setUpParts } from "@portico/api/rules/set-up-steps.ts";
import type { SetUpAnswer } from "@portico/api/set-up.ts";
import { useEffect, useState } from "react";
import { DemoCard } from "../../../demo-portal/staff/demo-card.tsx";
import { useApi } from "../../../shell/calls/api.tsx";
import { PendingQuery } from "../../../shell/calls/query-states.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import { PageTitle } from "../../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../../shell/staff/staff-access.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead, Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import { ArrivedMail } from "./arrived-mail.tsx";
import { Operation } from "./operation.tsx";
import { RegistrationCard } from "./registration-card.tsx";
import styles from "./set-up.module.css";
import { SetUpStep } from "./set-up-step.tsx";

export default function SetUpPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.setUp.title")}</PageTitle>
      <PageHead title={t("admin.setUp.title")}>{t("admin.setUp.lead")}</PageHead>
      {useHasLevel("admin") ? <SetUp /> : <Notice>{t("admin.setUp.adminsOnly")}</Notice>}
    </>
  );
}

function SetUp() {
  const query = useCall(useApi().setUp.get, {}, { refetchOnMount: "always" });
  return (
    <>
      <ArrivedMail />
      {query.data ? <Parts answer={query.data} /> : <PendingQuery query={query} />}
    </>
  );
}

function Parts({ answer }: { answer: SetUpAnswer }) {
  const t = useText();
  const { steps } = answer;
  // One form at a time: two of one setting would have the same fields.
  const [open, setOpen] = useState<string>();
  useEffect(() => {
    if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const needed = steps.filter(({ id }) => !ruleOf(id).optional);
  const done = needed.filter(({ lacks }) => lacks.length === 0).length;
  return (
    <>
      <div className={styles.progress}>
        <progress max={needed.length} value={done} aria-label={t("admin.setUp.title")} />
        <span>{t("admin.setUp.progress", { done, all: needed.length })}</span>
        <LocaleLink to="/admin/set-up/texts">{t("admin.startingTexts.title")}</LocaleLink>
      </div>
      <DemoCard />
      <RegistrationCard {...answer} />
      {setUpParts.map((part) => (
        <Section key={part} title={t(`admin.setUp.part.${part}`)}>
          <ul className={styles.list}>
            {steps
              .filter(({ id }) => ruleOf(id).part === part)
              .map((step) => (
                <SetUpStep
                  key={step.id}
                  step={step}
                  isOpen={open === step.id}
                  onToggle={() => setOpen(open === step.id ? undefined : step.id)}
                />
              ))}
          </ul>
        </Section>
      ))}
      <Operation />
    </>
  );
}
