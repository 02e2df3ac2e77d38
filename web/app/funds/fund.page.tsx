/** One fund, for whoever is signed in: its data, its values with gaps as gaps, and its documents. */

import type { Fund, FundDocument } from "@portico/api/funds.ts";
import { useParams } from "react-router";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useSaveAnswer } from "../shell/calls/use-download.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { Money, Percent } from "../ui/figures.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { checkId } from "./check-id.ts";
import { FundDocuments } from "./fund-documents.tsx";
import styles from "./funds.module.css";
import { NavChart } from "./nav-chart.tsx";

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

interface DocumentButtonProps {
  fund: Fund;
  document: FundDocument;
  label: string;
}

function DocumentButton({ fund, document, label }: DocumentButtonProps) {
  const { save, busy } = useSaveAnswer();
  const params = { id: fund.id, documentId: document.id };
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      onClick={() => void save((api) => api.funds.getFundDocument({ params }))}
    >
      {label}
    </Button>
  );
}
