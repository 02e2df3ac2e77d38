/** One report of a client, for an officer: what was sent, when it was opened, that it is unchanged, and what it says. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { reportRuns } from "@portico/api/report-runs.ts";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { ReportFiles } from "../../reports/report-view.tsx";
import { SampleView } from "../../reports/sample-view.tsx";
import { useReport } from "../../reports/use-reports.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Moment } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { runPath } from "./run-texts.tsx";
import styles from "./runs.module.css";
import { useProof } from "./use-report-runs.ts";

type Proof = Answer<(typeof reportRuns)["getProof"]>;

export default function HolderReportPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query: holderQuery } = useHolderRecord(holder);
  const id = Number(useParams()["reportId"]);
  const query = useProof(holder, id);
  const proof = query.data;
  const back = `/admin/${holder.holderType}/${holder.holderId}/reports`;
  return (
    <>
      <PageTitle>{t("admin.runs.holder.number", { number: String(id) })}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={holderQuery} kind={holder.holderType} />
      ) : (
        <>
          <BackLink to={back}>{t("admin.holder.section.reports")}</BackLink>
          {proof ? (
            <ProofView proof={proof} pathOf={(report) => `${back}/${report}`} />
          ) : (
            <PendingQuery query={query} />
          )}
          {proof && <Content id={id} kind={proof.kind} />}
        </>
      )}
    </>
  );
}

function ProofView({ proof, pathOf }: { proof: Proof; pathOf: (id: number) => string }) {
  const t = useText();
  const { id, kind, from, to, stored, again, run, replaces, replacedBy } = proof;
  return (
    <>
      <PageHead title={t(`reports.kind.${kind}`)} actions={<ReportFiles id={id} />}>
        {t("reports.page.period", { from, to })}
      </PageHead>
      <Section title={t("admin.runs.proof.title")}>
        <dl className={styles.facts}>
          <Fact name={t("reports.fact.number")}>{id}</Fact>
          <Fact name={t("reports.list.language")}>{t(`shell.language.${proof.language}`)}</Fact>
          <Fact name={t("reports.fact.knownAt")}>
            <Moment at={proof.knownAt} />
          </Fact>
          <Fact name={t("admin.runs.madeAt")}>
            <Moment at={proof.madeAt} />
          </Fact>
          <Fact name={t("admin.runs.publishedAt")}>
            {proof.publishedAt === null ? (
              t("admin.runs.holder.hidden")
            ) : (
              <>
                <Moment at={proof.publishedAt} /> · {proof.publishedBy ?? t("admin.runs.proof.byPortal")}
              </>
            )}
          </Fact>
          {run !== null && (
            <Fact name={t("admin.runs.proof.run")}>
              <LocaleLink to={runPath(run)}>{run}</LocaleLink>
            </Fact>
          )}
          {replaces !== null && (
            <Fact name={t("reports.fact.replaces")}>
              <LocaleLink to={pathOf(replaces)}>{replaces}</LocaleLink>
            </Fact>
          )}
          {replacedBy !== null && (
            <Fact name={t("admin.runs.proof.replacedBy")}>
              <LocaleLink to={pathOf(replacedBy)}>{replacedBy}</LocaleLink>
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={t("admin.runs.holder.check")}>
        <Notice tone={stored === "equal" ? "done" : "failed"}>{t(`admin.runs.holder.stored.${stored}`)}</Notice>
        <Notice tone={again === "equal" ? "done" : "failed"}>{t(`admin.runs.holder.again.${again}`)}</Notice>
        <dl className={styles.facts}>
          <Fact name={t("reports.fact.hash")}>
            <span className={styles.hash}>{proof.dataHash}</span>
          </Fact>
          <Fact name={t("admin.runs.holder.checkedAt")}>
            <Moment at={proof.checkedAt} />
          </Fact>
        </dl>
      </Section>
      <Told proof={proof} />
      <Opened proof={proof} />
    </>
  );
}

function Told({ proof: { tellings } }: { proof: Proof }) {
  const t = useText();
  return (
    <Section title={t("admin.runs.holder.tellings")}>
      {tellings.length === 0 && <p className={parts.muted}>{t("admin.runs.holder.noTellings")}</p>}
      <ul className={parts.timeline}>
        {tellings.map(({ name, toldAt, undeliveredAt, undeliveredReason }) => (
          <li key={`${name} ${toldAt}`}>
            <span>
              {name} · <Moment at={toldAt} />
            </span>
            {undeliveredAt && (
              <Notice tone="attention">{t("admin.runs.holder.cameBack", { reason: undeliveredReason ?? "" })}</Notice>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Opened({ proof: { openings } }: { proof: Proof }) {
  const t = useText();
  return (
    <Section title={t("admin.runs.holder.openings")}>
      {openings.length === 0 && <p className={parts.muted}>{t("admin.runs.holder.noOpenings")}</p>}
      <ul className={parts.timeline}>
        {openings.map(({ name, form, openedAt }) => (
          <li key={`${name} ${form} ${openedAt}`}>
            <span>
              {name} · {t(`admin.runs.holder.form.${form}`)} · <Moment at={openedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Content({ id, kind }: { id: number; kind: Proof["kind"] }) {
  const t = useText();
  const query = useReport(id);
  return (
    <Section title={t("reports.page.about")}>
      {query.data ? <SampleView kind={kind} data={query.data.data} /> : <PendingQuery query={query} />}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
