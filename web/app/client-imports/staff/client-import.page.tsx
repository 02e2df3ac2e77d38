/** One file of existing clients: what booking it would do, line by line, and how far its booking is. */
import { NativeSelect } from "@mantine/core";
import type { ClientImport, ClientImportLine } from "@portico/api/client-imports.ts";
import { type ClientLineState, clientLineStates } from "@portico/api/rules/client-imports.ts";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { tablePages } from "../../shell/table-pages.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./client-imports.module.css";
import ColumnsForm from "./columns-form.tsx";
import { FileActions } from "./file-actions.tsx";
import { LineReasons, reasonsOf } from "./line-reasons.tsx";
import { FileBadge, LineBadge } from "./states.tsx";
import { useClientImport, useClientLines } from "./use-client-imports.ts";

export default function ClientImportPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.clientImports.one")}</PageTitle>
      <BackLink to="/admin/client-imports">{t("admin.clientImports.title")}</BackLink>
      {useHasLevel("admin") ? <OneFile /> : <Notice>{t("admin.clientImports.adminsOnly")}</Notice>}
    </>
  );
}

function OneFile() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useClientImport(id);
  return query.data ? (
    <FileView key={id} file={query.data} />
  ) : (
    <>
      <PageHead title={t("admin.clientImports.one")} />
      <PendingQuery query={query} />
    </>
  );
}

function FileView({ file }: { file: ClientImport }) {
  const t = useText();
  const { fileName, state, refusal, encoding, uploadedBy, uploadedAt, bookedBy, bookedAt, people, companies } = file;
  return (
    <>
      <PageHead title={fileName} actions={<FileActions file={file} />}>
        <Facts>
          <FileBadge state={state} />
          <span>
            {t("admin.clientImports.clients")}: {people}
          </span>
          <span>
            {t("admin.clientImports.companies")}: {companies}
          </span>
          <span>{t("admin.clientImports.encoding", { encoding })}</span>
          <span>
            {uploadedBy.name} · <Moment at={uploadedAt} />
          </span>
          {bookedBy && bookedAt && (
            <span>
              {t("admin.clientImports.bookedBy", { name: bookedBy.name })} · <Moment at={bookedAt} />
            </span>
          )}
        </Facts>
      </PageHead>
      {refusal && (
        <Notice tone="failed">
          {t(`admin.clientImports.refusal.${refusal.code}`, { detail: refusal.detail ?? "" })}
        </Notice>
      )}
      {file.can.book && file.needsColleague && <Notice tone="info">{t("admin.clientImports.needsColleague")}</Notice>}
      {file.kept > 0 && <Notice tone="info">{t("admin.clientImports.kept", { count: file.kept })}</Notice>}
      <Progress file={file} />
      <Columns file={file} />
      {!refusal && <Lines file={file} />}
    </>
  );
}

function Progress({ file: { state, counts } }: { file: ClientImport }) {
  const t = useText();
  const done = (counts.booked ?? 0) + (counts.failed ?? 0);
  const total = done + (counts.new ?? 0);
  const isRunning = state === "booking" || state === "stopped";
  const shown = clientLineStates.filter((one) => (counts[one] ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <Section>
      {isRunning && (
        <>
          <progress
            className={styles.progress}
            max={Math.max(total, 1)}
            value={done}
            aria-label={t("admin.clientImports.progress")}
          />
          <output>{t("admin.clientImports.progressText", { done, total })}</output>
        </>
      )}
      <dl className={styles.counts}>
        {shown.map((one) => (
          <div key={one}>
            <dt>
              <LineBadge state={one} />
            </dt>
            <dd>{counts[one]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Open where a column is missing: nothing else can be done then. */
function Columns({ file }: { file: ClientImport }) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const isMissing = file.refusal?.code === "noColumns";
  if (file.columns.length === 0 || (file.state !== "previewed" && !isMissing)) return null;
  const form = (
    <ColumnsForm
      file={file}
      onRead={({ id }) => void navigate(inLanguage(language, `/admin/client-imports/${id}`), { replace: true })}
    />
  );
  if (isMissing) return <Section title={t("admin.clientImports.columns")}>{form}</Section>;
  return (
    <Section>
      <details>
        <summary>{t("admin.clientImports.columns")}</summary>
        {form}
      </details>
    </Section>
  );
}

function Lines({ file }: { file: ClientImport }) {
  const t = useText();
  const language = useLanguage();
  const { id, counts, state: fileState } = file;
  const [state, setState] = useState<ClientLineState | undefined>((counts.faulty ?? 0) > 0 ? "faulty" : undefined);
  const query = useClientLines(id, state);
  const { save, busy } = useSaveAnswer();
  const columns = useColumns(id, ["previewed", "stopped", "booked"].includes(fileState));
  const isFaulty = (counts.faulty ?? 0) + (counts.failed ?? 0) > 0;
  return (
    <Section title={t("admin.clientImports.lines")}>
      <div className={styles.filters}>
        <NativeSelect
          label={t("admin.clientImports.stateHead")}
          value={state ?? ""}
          data={[
            { value: "", label: t("admin.clientImports.allLines") },
            ...clientLineStates
              .filter((one) => one === state || (counts[one] ?? 0) > 0)
              .map((one) => ({
                value: one,
                label: `${t(`admin.clientImports.lineState.${one}`)} (${counts[one] ?? 0})`,
              })),
          ]}
          onChange={({ currentTarget: { value } }) => setState(value === "" ? undefined : (value as ClientLineState))}
        />
        {isFaulty && (
          <Button
            variant="default"
            loading={busy}
            onClick={() => void save((api) => api.clientImports.getFaults({ params: { id }, query: { language } }))}
          >
            {t("admin.clientImports.faults")}
          </Button>
        )}
      </div>
      <DataTable
        dense
        step={Number.MAX_SAFE_INTEGER}
        label={t("admin.clientImports.lines")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ line }) => String(line)}
        empty={<Empty icon="people" title={t("admin.clientImports.noLines")} />}
        {...tablePages(t, query)}
      />
    </Section>
  );
}

function useColumns(importId: number, mayDecide: boolean): readonly Column<ClientImportLine>[] {
  const t = useText();
  return useMemo((): readonly Column<ClientImportLine>[] => {
    const columns: Column<ClientImportLine>[] = [
      { id: "line", header: t("admin.clientImports.line"), value: ({ line }) => line, numeric: true },
      { id: "name", header: t("admin.clientImports.name"), value: ({ name }) => name, phone: "title" },
      {
        id: "state",
        header: t("admin.clientImports.stateHead"),
        value: ({ state }) => t(`admin.clientImports.lineState.${state}`),
        cell: ({ state }) => <LineBadge state={state} />,
        phone: "key",
      },
      {
        id: "lineOnPhone",
        header: t("admin.clientImports.line"),
        value: ({ line }) => line,
        phone: "key",
        phoneOnly: true,
      },
      {
        id: "what",
        header: t("admin.clientImports.what"),
        value: (line) => reasonsOf(t, line).join(" "),
        cell: (line) => <LineReasons line={line} importId={importId} mayDecide={mayDecide} />,
        phone: "line",
      },
      { id: "email", header: t("admin.clientImports.field.email"), value: ({ email }) => email },
      { id: "phone", header: t("admin.clientImports.field.phone"), value: ({ phone }) => phone, wideOnly: true },
      {
        id: "number",
        header: t("admin.clientImports.field.clientNumber"),
        value: ({ clientNumber }) => clientNumber,
      },
      {
        id: "kind",
        header: t("admin.clientImports.field.kind"),
        value: ({ kind }) => t(`admin.clientImports.kind.${kind}`),
        wideOnly: true,
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, importId, mayDecide]);
}
