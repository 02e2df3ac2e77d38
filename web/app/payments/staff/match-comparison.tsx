/** A second look before an entry is matched that is not what was asked for: both amounts, what follows, and the reason. */
import { Checkbox } from "@mantine/core";
import type { RequestRow } from "@portico/api/payments/requests.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { Candidate } from "./match-dialog.tsx";
import { ReasonField } from "./reason-field.tsx";
import styles from "./requests.module.css";

interface MatchComparisonProps {
  candidate: Candidate;
  type: RequestRow["type"];
  /** What is still expected. */
  rest: string;
  isPending: boolean;
  onBack: () => void;
  onMatch: (said: { reason: string; ends: boolean }) => void;
}

export function MatchComparison({ candidate, type, rest, isPending, onBack, onMatch }: MatchComparisonProps) {
  const t = useText();
  const language = useLanguage();
  const [reason, setReason] = useState("");
  const [ends, setEnds] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const { amount, currency, day, description, differences } = candidate;
  const money = (value: string) => formatMoney(language, value, currency);
  const isLess = differences.includes("less");
  const left = new Decimal(rest).minus(new Decimal(amount).abs()).toFixed();

  function submit(event: FormEvent) {
    event.preventDefault();
    const lacksReason = reason.trim() === "";
    setMissing(lacksReason);
    if (lacksReason) focusMarked(form.current);
    if (!lacksReason && !isPending) onMatch({ reason: reason.trim(), ends });
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      <dl className={styles.facts}>
        <dt>{t("admin.payments.expected")}</dt>
        <dd>{money(rest)}</dd>
        <dt>{t("admin.payments.booked")}</dt>
        <dd>
          {money(amount.replace(/^-/, ""))} · {formatDay(language, day)}
          {description && (
            <>
              <br />
              <span className="small">{description}</span>
            </>
          )}
        </dd>
      </dl>
      <Notice>
        {t("admin.payments.compareText")}
        <ul className={styles.differences}>
          {differences.map((difference) => (
            <li key={difference}>{t(`admin.payments.difference.${difference}`)}</li>
          ))}
        </ul>
      </Notice>
      {isLess && !ends && (
        <p>
          {t(type === "deposit" ? "admin.payments.partTextDeposit" : "admin.payments.partText", { rest: money(left) })}
        </p>
      )}
      {isLess && type === "deposit" && (
        <Checkbox
          label={t("admin.payments.ends")}
          checked={ends}
          onChange={(event) => setEnds(event.currentTarget.checked)}
        />
      )}
      <ReasonField
        description={t("admin.payments.reasonHint")}
        value={reason}
        isMissing={isMissing}
        onChange={setReason}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={onBack} disabled={isPending}>
          {t("admin.payments.back")}
        </Button>
        <Button type="submit" loading={isPending}>
          {t("admin.payments.matchAnyway")}
        </Button>
      </div>
    </form>
  );
}
