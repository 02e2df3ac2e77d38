/** One fund, for whoever is signed in: its data, its values with gaps as gaps, and its documents. */

import type { Fund, FundDocument, NavSeries } from "@portico/api/funds.ts";
import { drawdown, worstFall } from "@portico/scenarios/drawdown.ts";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { Money, Percent } from "../ui/figures.tsx";
import { formatDay, formatPercent, withSign } from "../ui/format.ts";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { checkId } from "./check-id.ts";
import { FundDocuments } from "./fund-documents.tsx";
import styles from "./funds.module.css";
import { HistoryChart } from "./history-chart.tsx";
import { fewerPoints } from "./history-figures.ts";
import { WorstFall } from "./history-section.tsx";
import { PastWarnings } from "./warnings.tsx";

export const loader = checkId;
export const clientLoader = checkId;

export default function FundPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useCall(useApi().funds.getFund, { params: { id } });
  const title = query.data?.name ?? t("funds.fund.title");
  return (
    <>
      <BackLink to="/target/funds">{t("funds.funds.title")}</BackLink>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title}>{query.data && <p>{query.data.isin}</p>}</PageHead>
      {query.data ? <WholeFund key={id} fund={query.data} /> : <PendingQuery query={query} />}
    </>
  );
}

function WholeFund({ fund }: { fund: Fund }) {
  const t = useText();
  return (
    <>
      <FundData fund={fund} />
      <NavSection fund={fund} />
      <Section title={t("funds.documents.title")}>
        <FundDocuments
          documents={fund.documents}
          renderDocument={(document, label) => <DocumentButton fund={fund} document={document} label={label} />}
        />
      </Section>
    </>
  );
}

function FundData({ fund }: { fund: Fund }) {
  const t = useText();
  const { manager, currency, type, legal_form, venue, distribution, ongoing_costs, sri, nav, since } = fund;
  const facts = [
    [t("funds.fund.manager"), manager],
    [t("funds.fund.type"), t(`funds.type.${type}`)],
    [t("funds.fund.form"), t(`funds.form.${legal_form}`)],
    [t("funds.fund.distribution"), t(`funds.distribution.${distribution}`)],
    [t("funds.fund.currency"), currency],
    ...(venue === "" ? [] : [[t("funds.fund.venue"), venue]]),
  ] as const;
  return (
    <Section title={t("funds.facts.title")}>
      <dl className={styles.wideFacts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t("funds.fund.costs")}</dt>
          <dd>
            <Percent value={ongoing_costs} />
          </dd>
        </div>
        <div>
          <dt>{t("funds.fund.risk")}</dt>
          <dd>{sri === null ? t("funds.fund.noSri") : t("funds.fund.sri", { sri })}</dd>
        </div>
        {nav && (
          <div>
            <dt>
              {t("funds.fund.nav")} <Day day={nav.day} />
            </dt>
            <dd>
              <Money amount={nav.value} currency={currency} price={4} />
            </dd>
          </div>
        )}
        {since !== null && (
          <div>
            <dt>{t("funds.fund.since")}</dt>
            <dd>
              <Day day={since} />
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function NavSection({ fund }: { fund: Fund }) {
  const t = useText();
  const query = useCall(useApi().funds.getFundNavs, { params: { id: fund.id }, query: {} });
  return (
    <Section title={t("funds.fund.chart")} hint={t("funds.chart.hint", { currency: fund.currency })}>
      {query.data ? <NavChart fund={fund} navs={query.data} /> : <PendingQuery query={query} />}
    </Section>
  );
}

/** Values of the days, with one unknown value in each gap, so that the line breaks there. */
function withGaps({ days, values, gaps }: NavSeries) {
  const known = days.map((day, index) => ({ day, value: Number(values[index]) as number | null }));
  const between = gaps.map(({ from }) => {
    const day = new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);
    return { day, value: null };
  });
  return [...known, ...between].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function NavChart({ fund, navs }: { fund: Fund; navs: NavSeries }) {
  const t = useText();
  const language = useLanguage();
  const { series, points, worst } = useMemo(() => {
    const all = withGaps(navs);
    const falls = drawdown(all);
    const whole = all.map(({ day, value }, index) => ({
      day,
      value,
      benchmark: null,
      fall: falls[index]?.fall ?? null,
    }));
    return { series: all, points: fewerPoints(whole, worstFall(all)?.to), worst: worstFall(all) };
  }, [navs]);
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last || series.length < 2) return <Empty title={t("funds.fund.noNavs")} />;
  const growth = first.value ? ((last.value ?? 0) / first.value - 1) * 100 : null;
  const isSmall = Math.max(...points.map(({ value }) => value ?? 0)) < 20;
  return (
    <>
      <HistoryChart points={points} name={t("funds.fund.nav1")} digits={isSmall ? 2 : 0}>
        {t("funds.fund.summary", {
          from: formatDay(language, first.day),
          to: formatDay(language, last.day),
          // From a value of nothing there is no growth in percent.
          growth: growth === null ? "–" : withSign(growth, formatPercent(language, growth, 1)),
        })}{" "}
        {worst && <WorstFall worst={worst} />}
        {navs.gaps.map(({ from, to }) => (
          <span key={from}>
            {" "}
            {t("funds.chart.gap", { from: formatDay(language, from), to: formatDay(language, to) })}
          </span>
        ))}
      </HistoryChart>
      <PastWarnings currencies={[fund.currency]} demo={fund.demo} />
      <p className={styles.note}>
        {t("funds.chart.sources", { sources: new Intl.ListFormat(language).format(navs.sources) })}
      </p>
    </>
  );
}

interface DocumentButtonProps {
  fund: Fund;
  document: FundDocument;
  label: string;
}

function DocumentButton({ fund, document, label }: DocumentButtonProps) {
  const t = useText();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const params = { id: fund.id, documentId: document.id };
      const { content, name, media_type } = await api.funds.getFundDocument({ params });
      downloadFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" size="sm" loading={busy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
