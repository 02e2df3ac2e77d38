/** What a report says: facts, what changed, tables, notes; or that it is being made, or why it could not be. */
import type { ReportDetail } from "@portico/api/reports.ts";
import type { Layout } from "@portico/reports/layout.ts";
import { layoutOf } from "@portico/reports/layouts.ts";
import { type Writing, writeFact, writeSentence } from "@portico/reports/written.ts";
import { type ReactNode, useMemo } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useSaveAnswer } from "../shell/calls/use-download.ts";
import { useRootData } from "../shell/layouts/brand.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Moment } from "../ui/dates.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { PrintButton } from "../ui/print-button.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { ReportChanges } from "./report-changes.tsx";
import { ReportChart } from "./report-chart.tsx";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";
import { useAskForReport } from "./use-reports.ts";
import { useWriting } from "./use-writing.ts";

interface ReportViewProps {
  report: ReportDetail;
  readOnly: boolean;
  /** A delegate reads it, who has none of the holder's other pages. */
  isShared?: boolean;
}

export function ReportView({ report, readOnly, isShared = false }: ReportViewProps) {
  const t = useText();
  const title = t(`reports.kind.${report.kind}`);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} actions={report.state === "made" && <ReportFiles id={report.id} />}>
        {report.from === report.to ? report.to : t("reports.page.period", { from: report.from, to: report.to })}
      </PageHead>
      {report.state === "making" && <Making />}
      {report.state === "failed" && <Failed report={report} readOnly={readOnly} />}
      {report.state === "made" && <Made report={report} opensEntries={!isShared} />}
    </>
  );
}

function Making() {
  const t = useText();
  return (
    <Section>
      <Notice live>{t("reports.making")}</Notice>
      <Loading />
    </Section>
  );
}

function Failed({ report, readOnly }: { report: ReportDetail; readOnly: boolean }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const { holderType, holderId, kind, from, to, language } = report;
  const ask = useAskForReport({ holderType, holderId });
  const again = () =>
    ask.mutate({ kind, from, to, language }, { onSuccess: ({ id }) => navigate(`/reports/${id}`, { replace: true }) });
  return (
    <Section>
      <Empty
        icon="warning"
        title={t("reports.failed")}
        action={
          !readOnly && (
            <Button variant="default" onClick={again} loading={ask.isPending}>
              {t("ui.action.retry")}
            </Button>
          )
        }
      >
        {t(`reports.failure.${report.failure ?? "unavailable"}`)}
      </Empty>
      {ask.error && <Notice tone="failed">{errorText(t, ask.error)}</Notice>}
    </Section>
  );
}

function Made({ report, opensEntries }: { report: ReportDetail; opensEntries: boolean }) {
  const t = useText();
  const { timeZone } = useRootData();
  const writing = useWriting();
  const layout = useMemo(() => layoutOf(report.kind, report.data), [report.kind, report.data]);
  if (!layout) return <Empty title={t("reports.newer")} />;
  return (
    <>
      {report.replacedBy !== null && (
        <Notice tone="attention">
          <p>{t("reports.corrected")}</p>
          <LocaleLink to={`/reports/${report.replacedBy}`}>{t("reports.toCorrected")}</LocaleLink>
        </Notice>
      )}
      <Section title={t("reports.page.about")}>
        <dl className={styles.facts}>
          {layout.facts.rows.map(({ label, ...fact }) => (
            <Fact key={label} name={writing.text(label)}>
              {writeFact(writing, fact)}
            </Fact>
          ))}
          <Fact name={t("reports.fact.number")}>{report.id}</Fact>
          <Fact name={t("reports.fact.knownAt")}>
            <Moment at={report.knownAt} timeZone={timeZone} />
          </Fact>
          <Fact name={t("reports.fact.hash")}>
            <span className={styles.hash}>{report.dataHash}</span>
          </Fact>
        </dl>
      </Section>
      {report.replaces !== null && <ReportChanges report={report} replaces={report.replaces} writing={writing} />}
      {layout.parts.map((part) => (
        <Section key={part.title} title={writing.text(part.title)}>
          <Part part={part} writing={writing} opensEntries={opensEntries} />
        </Section>
      ))}
    </>
  );
}

interface PartProps {
  part: Layout["parts"][number];
  writing: Writing;
  opensEntries?: boolean;
}

/** A table, a chart, or sentences. */
export function Part({ part, writing, opensEntries = false }: PartProps) {
  if (part.kind === "table") return <ReportTable table={part} writing={writing} opensEntries={opensEntries} />;
  if (part.kind === "chart") return <ReportChart chart={part} writing={writing} />;
  return (
    <div className={styles.notes}>
      {part.sentences.map((sentence) => {
        const written = writeSentence(writing, sentence);
        return <p key={written}>{written}</p>;
      })}
    </div>
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

/** The report as PDF, workbook and CSV. */
export function ReportFiles({ id }: { id: number }) {
  const t = useText();
  const { reports } = useApi();
  const { save, busy } = useSaveAnswer();
  const params = { id };
  return (
    <div className={styles.files}>
      <Button
        leftSection={<Icon name="download" size={16} />}
        loading={busy}
        onClick={() => void save(() => reports.getPdf({ params }))}
      >
        {t("reports.files.pdf")}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void save(() => reports.getXlsx({ params }))}>
        {t("reports.files.xlsx")}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void save(() => reports.getCsv({ params }))}>
        {t("reports.files.csv")}
      </Button>
      <PrintButton size="md" />
    </div>
  );
}
