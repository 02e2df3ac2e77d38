/** Entries of the audit log as a table: who, what, about what, and what changed. */
import type { AuditedEntry } from "@portico/api/audit.ts";
import { useMemo } from "react";
import type { PagedQuery } from "../../shell/calls/query-states.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "../audit.module.css";
import { entryWords, fieldWords, subjectWord, valueWords } from "./audit-words.ts";
import { changesOf } from "./entry-changes.ts";

interface AuditTableProps {
  query: Pick<PagedQuery, "error" | "isFetching" | "refetch">;
  rows: readonly AuditedEntry[] | undefined;
}

export function AuditTable({ query, rows }: AuditTableProps) {
  const t = useText();
  return (
    <DataTable
      dense
      label={t("audit.entries")}
      columns={useAuditColumns()}
      rows={rows}
      rowId={({ chain, position }) => `${chain}/${position}`}
      exportName="audit-log"
      step={Number.MAX_SAFE_INTEGER}
      error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      empty={<Empty icon="search" title={t("audit.none")} />}
    />
  );
}

export function actorText(t: Translate, { actor, erasedAt }: AuditedEntry): string {
  const name = actor.name === "" || actor.name === null ? `№ ${actor.id}` : actor.name;
  if (actor.key !== null) return t("audit.byKey", { key: actor.key.name, name });
  if (actor.id !== null) return name;
  return actor.system === null && erasedAt !== null ? "–" : t("audit.byPortal", { part: actor.system ?? "" });
}

export function subjectText(t: Translate, { type, id, name }: AuditedEntry["subject"]): string {
  if (type === "user" || type === "company")
    return name === null || name === "" ? `${subjectWord(t, type)} № ${id}` : name;
  return `${subjectWord(t, type)} ${/^\d+$/.test(id) ? `№ ${id}` : id}`;
}

/** One line for each changed field. */
export function changeLines(t: Translate, { before, after }: Pick<AuditedEntry, "before" | "after">): string[] {
  return changesOf(before, after).map(({ path, before: was, after: is }) => {
    const name = path.at(-1) ?? "";
    const field = path.length === 0 ? "" : `${fieldWords(t, path)}: `;
    const [from, to] = [valueWords(t, name, was), valueWords(t, name, is)];
    return before === null || before === undefined || was === undefined
      ? `${field}${to ?? "–"}`
      : `${field}${from ?? "–"} → ${to ?? "–"}`;
  });
}

function useAuditColumns(): readonly Column<AuditedEntry>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<AuditedEntry>[] => [
      {
        id: "at",
        header: t("audit.column.at"),
        value: ({ at }) => at,
        cell: ({ at }) => <RecordTime at={at} />,
        phone: "key",
        sortable: false,
      },
      {
        id: "actor",
        header: t("audit.column.actor"),
        value: (row) => actorText(t, row),
        phone: "key",
        sortable: false,
      },
      {
        id: "action",
        header: t("audit.column.action"),
        value: (row) => entryWords(t, row, row.subject.type),
        phone: "title",
        sortable: false,
      },
      {
        id: "subject",
        header: t("audit.column.subject"),
        value: ({ subject }) => subjectText(t, subject),
        cell: ({ subject }) => <Subject subject={subject} />,
        phone: "line",
        sortable: false,
      },
      {
        id: "changes",
        header: t("audit.column.changes"),
        value: (row) => changeLines(t, row).join("; "),
        cell: (row) => <Changes row={row} />,
        phone: "line",
        sortable: false,
      },
      {
        id: "place",
        header: t("audit.column.place"),
        value: ({ chain, position }) => `${chain}/${position}`,
        sortable: false,
        fileOnly: true,
      },
      { id: "name", header: t("audit.column.name"), value: ({ action }) => action, sortable: false, fileOnly: true },
      {
        id: "address",
        header: t("audit.column.address"),
        value: ({ address }) => address,
        sortable: false,
        fileOnly: true,
      },
    ],
    [t],
  );
}

function Subject({ subject }: { subject: AuditedEntry["subject"] }) {
  const t = useText();
  const { holder } = subject;
  const text = subjectText(t, subject);
  if (!holder) return text;
  const link = `/admin/${holder.holder_type}/${holder.holder_id}/activity`;
  return subject.name === null ? (
    <>
      {text} · <LocaleLink to={link}>{holder.name || `№ ${holder.holder_id}`}</LocaleLink>
    </>
  ) : (
    <LocaleLink to={link}>{text}</LocaleLink>
  );
}

/** Longer lists are folded. */
const linesShown = 4;

/** What changed stands line by line, what was only recorded in one paragraph. */
function Lines({ lines, inOne }: { lines: readonly string[]; inOne: boolean }) {
  if (inOne) return lines.length > 0 && <p>{lines.join(" · ")}</p>;
  return (
    <ul className={styles.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Changes({ row }: { row: AuditedEntry }) {
  const t = useText();
  const lines = changeLines(t, row);
  const inOne = row.before === null || row.after === null;
  const left = lines.length - linesShown;
  return (
    <div className={styles.cell}>
      {row.erasedAt !== null && (
        <p>
          {t("audit.erased")} <RecordTime at={row.erasedAt} />
        </p>
      )}
      <Lines lines={lines.slice(0, linesShown)} inOne={inOne} />
      <details className={styles.more} data-no-print>
        <summary>{left > 0 ? t("audit.moreChanges", { count: left }) : t("audit.asRecorded")}</summary>
        <Lines lines={lines.slice(linesShown)} inOne={inOne} />
        <pre>{recorded(row)}</pre>
      </details>
    </div>
  );
}

const recorded = ({
  chain,
  position,
  action,
  actor,
  subject,
  before,
  after,
  address,
  requestId,
}: AuditedEntry): string =>
  JSON.stringify(
    {
      chain,
      position,
      action,
      actor: actor.key === null ? (actor.id ?? actor.system) : { id: actor.id, key: actor.key },
      subject: `${subject.type}/${subject.id}`,
      before,
      after,
      address,
      requestId,
    },
    null,
    2,
  );
