/** Invites somebody to read parts of the holder's until a day. */
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { addDays, isDay } from "@portico/api/rules/calendar.ts";
import { type DelegatedPart, delegatedParts, delegationMaxDays } from "@portico/api/rules/delegations.ts";
import { emailMaxLength, isEmail, normaliseEmail } from "@portico/api/rules/email.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language, languages } from "@portico/messages/text.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { Button } from "../ui/button.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./access.module.css";
import { useInvite } from "./use-delegations.ts";

/** A tax year's work, as a suggestion. */
const usualDays = 180;

export function InviteForm({ holder }: { holder: Holder }) {
  const t = useText();
  const today = useFirmToday();
  const pageLanguage = useLanguage();
  const invite = useInvite(holder);
  const [email, setEmail] = useState("");
  const [parts, setParts] = useState<readonly DelegatedPart[]>(["tax"]);
  const [validTo, setValidTo] = useState(addDays(today, usualDays));
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [isSent, setSent] = useState(false);
  const latest = addDays(today, delegationMaxDays);
  const faults = {
    email: isEmail(normaliseEmail(email)) ? undefined : t("field.badEmail"),
    parts: parts.length > 0 ? undefined : t("reports.access.choosePart"),
    validTo: !isDay(validTo)
      ? t("field.badDate")
      : validTo < today
        ? t("field.inPast")
        : validTo > latest
          ? t("field.tooFarAhead")
          : undefined,
  };
  const refused = invite.error instanceof ApiError ? invite.error.errors : [];
  const faultOf = (path: keyof typeof faults) => {
    const code = refused.find((one) => one.path === path)?.code;
    return (isSent && faults[path]) || (code && t(`field.${code}`)) || undefined;
  };

  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (Object.values(faults).some(Boolean) || invite.isPending) return;
    invite.mutate(
      { email, parts: [...parts], validTo, language },
      {
        onSuccess: () => {
          setEmail("");
          setSent(false);
          alert.success(t("reports.access.sent"));
        },
      },
    );
  }
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      invite.reset();
    };
  return (
    <form method="post" noValidate className={styles.form} onSubmit={send} aria-label={t("reports.access.invite")}>
      <LimitedInput
        type="email"
        autoComplete="off"
        inputMode="email"
        limit={emailMaxLength}
        label={t("reports.access.email")}
        description={t("reports.access.emailHint")}
        value={email}
        error={faultOf("email")}
        onChange={({ currentTarget: { value } }) => edited(setEmail)(value)}
      />
      <TextInput
        type="date"
        label={t("reports.access.lastDay")}
        description={t("reports.access.lastDayHint")}
        min={today}
        max={latest}
        value={validTo}
        error={faultOf("validTo")}
        onChange={({ currentTarget: { value } }) => edited(setValidTo)(value)}
      />
      <fieldset className={`${styles.parts} ${styles.wide}`}>
        <legend>{t("reports.access.parts")}</legend>
        {delegatedParts.map((part) => (
          <Checkbox
            key={part}
            label={t(`reports.access.part.${part}`)}
            description={t(`reports.access.partHint.${part}`)}
            checked={parts.includes(part)}
            onChange={({ currentTarget: { checked } }) =>
              edited(setParts)(delegatedParts.filter((one) => (one === part ? checked : parts.includes(one))))
            }
          />
        ))}
        {faultOf("parts") && <Notice tone="failed">{faultOf("parts")}</Notice>}
      </fieldset>
      <NativeSelect
        label={t("reports.access.language")}
        value={language}
        data={languages.map((one) => ({ value: one, label: t(`shell.language.${one}`) }))}
        onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
      />
      <div className={styles.wide}>
        <Button type="submit" loading={invite.isPending}>
          {t("reports.access.send")}
        </Button>
      </div>
      {invite.error && refused.length === 0 && (
        <div className={styles.wide}>
          <Notice tone="failed">{errorText(t, invite.error)}</Notice>
        </div>
      )}
    </form>
  );
}
