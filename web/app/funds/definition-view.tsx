/** A definition in full: the same for visitors and clients, who have more beside it. */
import type { Definition, Fund, FundDocument } from "@portico/api/funds.ts";
import { type ReactNode, useMemo } from "react";
import { Money, Percent } from "../ui/figures.tsx";
import { formatPercent } from "../ui/format.ts";
import { type MarkdownBlock, MarkdownBlocks, type MarkdownElements } from "../ui/markdown-blocks.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { Calculator } from "./calculator.tsx";
import { CostsSection } from "./costs-section.tsx";
import { DocumentsOfFunds } from "./fund-documents.tsx";
import styles from "./funds.module.css";
import { feeRates, type HistoryAnswer } from "./history-figures.ts";
import { HistorySection } from "./history-section.tsx";
import { RiskScale } from "./risk-scale.tsx";
import { PastWarnings } from "./warnings.tsx";

interface DefinitionViewProps {
  definition: Definition;
  /** Its text in the reader's language, parsed. */
  docs: readonly MarkdownBlock[];
  /** Undefined while it loads. */
  history: HistoryAnswer | undefined;
  /** In place of the history while it loads or failed. */
  pendingHistory?: ReactNode;
  actions: ReactNode;
  /** Below the head: whether it suits the client, and what they have of it. */
  children?: ReactNode;
  renderOther?: (amounts: readonly number[], totals: readonly number[]) => ReactNode;
  renderFundLink?: (fund: Fund, label: string) => ReactNode;
}

/** Its headings are below that of the section. */
const belowSection: MarkdownElements = {
  heading: (level, content) => (level < 3 ? <h3>{content}</h3> : <h4>{content}</h4>),
};

/** Documents are public, as the definition is; without a script too. */
const openDocument = (definition: number) => (_: Fund, document: FundDocument, label: string) => (
  <a href={`/api/target/definition/${definition}/documents/${document.id}`} download>
    {label}
  </a>
);

export function DefinitionView({
  definition,
  docs,
  history,
  pendingHistory,
  actions,
  children,
  renderOther,
  renderFundLink,
}: DefinitionViewProps) {
  const t = useText();
  const language = useLanguage();
  const { id, name, summary, questions, funds } = definition;
  return (
    <>
      <PageHead title={name[language]} actions={actions}>
        <p>{summary[language]}</p>
      </PageHead>
      {children}
      <Facts definition={definition} />
      {docs.length > 0 && (
        <Section title={t("funds.docs.title")}>
          <div className={styles.prose}>
            <MarkdownBlocks blocks={docs} elements={belowSection} />
          </div>
        </Section>
      )}
      <Allocation definition={definition} />
      <CostsSection definition={definition} {...(renderOther && { renderOther })} />
      {history ? <HistorySection definition={definition} history={history} /> : pendingHistory}
      {history && !("fault" in history) && <CalculatorSection definition={definition} history={history} />}
      {funds.length > 0 && (
        <Section title={t("funds.documents.title")} hint={t("funds.documents.hint")}>
          <DocumentsOfFunds
            funds={funds}
            renderDocument={openDocument(id)}
            {...(renderFundLink && { renderLink: renderFundLink })}
          />
        </Section>
      )}
      {questions.length > 0 && (
        <Section title={t("funds.questions.title")}>
          {questions.map(({ question, answer }) => (
            <details key={question[language]} className={styles.question}>
              <summary>{question[language]}</summary>
              <p>{answer[language]}</p>
            </details>
          ))}
        </Section>
      )}
    </>
  );
}

function Facts({ definition }: { definition: Definition }) {
  const t = useText();
  const language = useLanguage();
  const { goal, risk, years, minimum, maximum, currency, fees, funds_costs } = definition;
  return (
    <Section title={t("funds.facts.title")} hint={t("funds.facts.scale")}>
      <dl className={styles.wideFacts}>
        <div>
          <dt>{t("funds.fact.goal")}</dt>
          <dd>{goal[language]}</dd>
        </div>
        <div>
          <dt>{t("funds.fact.risk")}</dt>
          <dd>
            <RiskScale risk={risk} />
          </dd>
        </div>
        <div>
          <dt>{t("funds.fact.years")}</dt>
          <dd>{t("funds.card.years", { years })}</dd>
        </div>
        <div>
          <dt>{t("funds.fact.minimum")}</dt>
          <dd>
            <Money amount={minimum} currency={currency} />
          </dd>
        </div>
        {maximum !== null && (
          <div>
            <dt>{t("funds.fact.maximum")}</dt>
            <dd>
              <Money amount={maximum} currency={currency} />
            </dd>
          </div>
        )}
        {(["entry", "yearly", "exit"] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`funds.fact.${kind}`)}</dt>
            <dd>
              <Percent value={fees[kind]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("funds.fact.fundsCosts")}</dt>
          <dd>{funds_costs === null ? t("funds.fact.unknown") : <Percent value={funds_costs} />}</dd>
        </div>
      </dl>
    </Section>
  );
}

function Allocation({ definition }: { definition: Definition }) {
  const t = useText();
  const language = useLanguage();
  const { allocation, rebalancing, benchmark } = definition;
  return (
    <Section title={t("funds.allocation.title")}>
      <ul className={styles.shares}>
        {allocation.map(({ label, percent, asset_class, fund_id, instrument_id }) => (
          <li key={`${fund_id} ${instrument_id} ${label[language]}`}>
            <span>
              {label[language] || t(`funds.class.${asset_class}`)} <small>{t(`funds.class.${asset_class}`)}</small>
            </span>
            <span>{formatPercent(language, percent)}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(100, Number(percent))}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {t("funds.allocation.rebalancing")} {t(`funds.rebalancing.${rebalancing}`)}.
        {benchmark && <> {t("funds.allocation.benchmark", { name: benchmark.label[language] })}</>}
      </p>
    </Section>
  );
}

function CalculatorSection({
  definition: { minimum, years, fees, currency },
  history,
}: {
  definition: Definition;
  history: Exclude<HistoryAnswer, { fault: string }>;
}) {
  const t = useText();
  const usual = useMemo(
    () => ({ now: String(Math.max(Number(minimum), 10_000)), monthly: "", years: String(years) }),
    [minimum, years],
  );
  return (
    <Section title={t("funds.plan.title")} hint={t("funds.plan.hint")}>
      <Calculator months={history.months} fees={feeRates(fees)} currency={currency} usual={usual} />
      <p className={styles.warning}>{t("funds.plan.noForecast")}</p>
      <PastWarnings currencies={[currency]} demo={history.demo} />
    </Section>
  );
}
