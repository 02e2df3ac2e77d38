/** The questions with their forms. A form leads to the page that answers it. */
import { NativeSelect, TextInput } from "@mantine/core";
import { suspicions } from "@portico/api/rules/sign-ins.ts";
import { type ReactNode, useState } from "react";
import { ClientSearch } from "../../holders/staff/client-search.tsx";
import { useFirmToday } from "../../shell/firm-day.ts";
import { LocaleLink, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { type PlainKey, useText } from "../../ui/text.tsx";
import {
  type ChangeKind,
  changeKinds,
  changesLink,
  expiringLink,
  holdingsLink,
  mailsLink,
  papersLink,
  signInsLink,
  withdrawalsLink,
} from "./addresses.ts";
import styles from "./compliance.module.css";

interface QuestionsProps {
  /** The instant that a field for a date and time means in the firm's time zone; undefined if it means none. */
  instantOf: (written: string) => string | undefined;
}

export function Questions({ instantOf }: QuestionsProps) {
  return (
    <div className={styles.questions}>
      <PapersSeen />
      <HoldingsKnown instantOf={instantOf} />
      <Changes />
      <Days question="expiring" usual="60" to={expiringLink} />
      <Days question="withdrawals" usual="7" to={withdrawalsLink} />
      <SignIns />
      <Breaks />
      <Holds />
      <Mails />
    </div>
  );
}

type Question = "papers" | "holdings" | "changes" | "expiring" | "withdrawals" | "signIns" | "breaks" | "mails";

/** The heading is the question; `to` is where it is answered, undefined while something is missing. */
function Asked({ question, to, children }: { question: Question; to: string | undefined; children?: ReactNode }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const title = t(`compliance.${question}.question` satisfies PlainKey);
  return (
    <Section title={title} hint={t(`compliance.${question}.hint` satisfies PlainKey)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== undefined) navigate(to);
        }}
      >
        {children}
        <Button type="submit" disabled={to === undefined} aria-label={`${t("compliance.show")}: ${title}`}>
          {t("compliance.show")}
        </Button>
      </form>
    </Section>
  );
}

function useClient() {
  const t = useText();
  const [holder, setHolder] = useState<string>();
  const field = <ClientSearch label={t("compliance.client")} value={holder} name={undefined} onChange={setHolder} />;
  return { holder, field };
}

function PapersSeen() {
  const { holder, field } = useClient();
  return (
    <Asked question="papers" to={holder === undefined ? undefined : papersLink(holder)}>
      {field}
    </Asked>
  );
}

function HoldingsKnown({ instantOf }: QuestionsProps) {
  const t = useText();
  const today = useFirmToday();
  const { holder, field } = useClient();
  const [day, setDay] = useState(today);
  const [known, setKnown] = useState("");
  const at = known === "" ? undefined : instantOf(known);
  const isMissing = holder === undefined || day === "" || (known !== "" && at === undefined);
  return (
    <Asked question="holdings" to={isMissing ? undefined : holdingsLink(holder, day, at)}>
      {field}
      <TextInput
        type="date"
        label={t("compliance.day")}
        max={today}
        value={day}
        onChange={({ currentTarget: { value } }) => setDay(value)}
      />
      <TextInput
        type="datetime-local"
        label={t("compliance.known")}
        value={known}
        onChange={({ currentTarget: { value } }) => setKnown(value)}
      />
    </Asked>
  );
}

function Changes() {
  const t = useText();
  const { holder, field } = useClient();
  const [kind, setKind] = useState<ChangeKind>();
  return (
    <Asked question="changes" to={changesLink(holder, kind)}>
      {field}
      <NativeSelect
        label={t("compliance.changes.kind")}
        value={kind ?? ""}
        data={[
          { value: "", label: t("compliance.changes.all") },
          ...changeKinds.map((value) => ({ value, label: t(`compliance.changes.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => setKind(changeKinds.find((one) => one === value))}
      />
    </Asked>
  );
}

function Days({
  question,
  usual,
  to,
}: {
  question: "expiring" | "withdrawals";
  usual: string;
  to: (days: string) => string;
}) {
  const t = useText();
  const [days, setDays] = useState(usual);
  return (
    <Asked question={question} to={days === "" ? undefined : to(days)}>
      <TextInput
        type="number"
        min={1}
        max={730}
        label={t("compliance.days")}
        value={days}
        onChange={({ currentTarget: { value } }) => setDays(value)}
      />
    </Asked>
  );
}

function SignIns() {
  const t = useText();
  const [suspicious, setSuspicious] = useState("any");
  return (
    <Asked question="signIns" to={signInsLink(suspicious)}>
      <NativeSelect
        label={t("compliance.signIns.kind")}
        value={suspicious}
        data={[
          { value: "any", label: t("admin.analytics.suspicious.any") },
          ...suspicions.map((value) => ({ value, label: t(`suspicion.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => setSuspicious(value)}
      />
    </Asked>
  );
}

function Breaks() {
  const t = useText();
  return (
    <Section title={t("compliance.breaks.question")} hint={t("compliance.breaks.hint")}>
      <LocaleLink to="/admin/reconciliation">{t("admin.nav.reconciliation")}</LocaleLink>
    </Section>
  );
}

function Holds() {
  const t = useText();
  return (
    <Section title={t("compliance.holds.question")} hint={t("compliance.holds.hint")}>
      <LocaleLink to="/admin/compliance/holds">{t("compliance.holds.open")}</LocaleLink>
    </Section>
  );
}

function Mails() {
  const { holder, field } = useClient();
  return (
    <Asked question="mails" to={holder === undefined ? undefined : mailsLink(holder)}>
      {field}
    </Asked>
  );
}
