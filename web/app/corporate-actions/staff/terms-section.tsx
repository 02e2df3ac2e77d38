/** The terms of a corporate action, with its days and where the firm has it from. */
import type { ActionDetails } from "@portico/api/corporate-actions.ts";
import type { ReactNode } from "react";
import { Day, Moment } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./actions.module.css";

export function TermsSection({ action }: { action: ActionDetails }) {
  const t = useText();
  const language = useLanguage();
  const { terms, instrument, target, exDay, recordDay, payDay, deadline, clientDeadline, timeZone } = action;
  const money = (one: { perUnit: string; currency: string }) => `${formatExact(language, one.perUnit)} ${one.currency}`;
  const facts: [string, ReactNode][] = [
    [t("admin.actions.isin"), instrument.isin ?? "–"],
    [t("admin.actions.exDay"), <Day key="ex" day={exDay} />],
    [t("admin.actions.recordDay"), recordDay && <Day key="record" day={recordDay} />],
    [t("admin.actions.payDay"), <Day key="pay" day={payDay} />],
    [t("admin.actions.cash"), terms.cash && money(terms.cash)],
    [
      t("admin.actions.ratioInto"),
      terms.ratio &&
        t("admin.actions.ratio", {
          into: formatExact(language, terms.ratio.into),
          from: formatExact(language, terms.ratio.from),
        }),
    ],
    [t("admin.actions.target"), target?.name],
    [t("admin.actions.price"), terms.price && money(terms.price)],
    [t("admin.actions.fractions"), terms.ratio && t(`admin.actions.fractions.${terms.fractions}`)],
    [t("admin.actions.taxRate"), terms.taxRate && formatExact(language, terms.taxRate)],
    [t("admin.actions.costShare"), terms.costShare && formatExact(language, terms.costShare)],
    [t("admin.actions.defaultOption"), action.defaultOption && t(`corporateActions.option.${action.defaultOption}`)],
    [
      t("admin.actions.clientDeadline"),
      clientDeadline && <Moment key="client" at={clientDeadline} timeZone={timeZone} />,
    ],
    [t("admin.actions.deadline"), deadline && <Moment key="firm" at={deadline} timeZone={timeZone} />],
    [t("admin.actions.source"), action.source],
    [t("admin.actions.note"), action.note],
  ];
  return (
    <Section title={t("admin.actions.terms")}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
          .map(([name, value]) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}
