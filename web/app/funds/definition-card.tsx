/** A definition in the list: what it is for, its risk, time, cost and minimum; chosen for comparing by a checkbox. */
import type { DefinitionCard as Card } from "@portico/api/funds.ts";
import { Fragment, type ReactNode } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Money, Percent } from "../ui/figures.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";
import { RiskScale } from "./risk-scale.tsx";

interface DefinitionCardProps {
  definition: Card;
  /** Path of the list, without language. */
  base: string;
  /** Whether it is chosen at first, and may be chosen now. */
  chosen: boolean;
  locked: boolean;
  children?: ReactNode;
}

export function DefinitionCard({ definition, base, chosen, locked, children }: DefinitionCardProps) {
  const t = useText();
  const language = useLanguage();
  const { id, name, summary, risk, years, minimum, currency, fees, funds_costs, featured } = definition;
  return (
    <li className={styles.card}>
      {featured && <span className={styles.mark}>{t("funds.list.featured")}</span>}
      <h2>
        <LocaleLink to={`${base}/${id}`}>{name[language]}</LocaleLink>
      </h2>
      <p className={styles.summary}>{summary[language]}</p>
      <RiskScale risk={risk} />
      {children}
      <dl className={styles.facts}>
        <dt>{t("funds.fact.years")}</dt>
        <dd>{t("funds.card.years", { years })}</dd>
        <dt>{t("funds.fact.minimum")}</dt>
        <dd>
          <Money amount={minimum} currency={currency} />
        </dd>
        {(["entry", "yearly", "exit"] as const).map((kind) => (
          <Fragment key={kind}>
            <dt>{t(`funds.fact.${kind}`)}</dt>
            <dd>
              <Percent value={fees[kind]} />
            </dd>
          </Fragment>
        ))}
        <dt>{t("funds.fact.fundsCosts")}</dt>
        <dd>{funds_costs === null ? t("funds.fact.unknown") : <Percent value={funds_costs} />}</dd>
      </dl>
      <label className={styles.choose}>
        <input type="checkbox" name="compare" value={id} defaultChecked={chosen} disabled={locked} />
        <span>
          {t("funds.list.choose")} <span className="visually-hidden">{name[language]}</span>
        </span>
      </label>
    </li>
  );
}
