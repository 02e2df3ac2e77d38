/** Exports that were asked for: how far they are, and their files while they last. */
import type { DataExport } from "@portico/api/data-exports.ts";
import type { ExportContent, ExportState } from "@portico/api/rules/data-exports.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { Button } from "../../ui/button.tsx";
import { useFileSize } from "../../ui/file-size.ts";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../data-exports.module.css";
import { useCancelExport, useExports } from "../use-exports.ts";

const colours: Record<ExportState, StatusColour> = {
  waiting: "grey",
  running: "blue",
  ready: "green",
  failed: "red",
  cancelled: "grey",
  expired: "grey",
};

export function ExportList() {
  const t = useText();
  const query = useExports();
  const rows = query.data?.rows;
  if (!rows) return <PendingQuery query={query} />;
  if (rows.length === 0)
    return (
      <Empty icon="download" title={t("admin.exports.none")}>
        {t("admin.exports.noneExplain")}
      </Empty>
    );
  return (
    <>
      <ul className={styles.list}>
        {rows.map((one) => (
          <ExportRow key={one.id} made={one} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function ExportRow({ made }: { made: DataExport }) {
  const t = useText();
  const language = useLanguage();
  const { state, from, to, format, progress } = made;
  const name = t("admin.exports.name", {
    format: t(`admin.exports.formats.${format}`),
    from: formatDay(language, from),
    to: formatDay(language, to),
  });
  const isOpen = state === "waiting" || state === "running";
  return (
    <li aria-label={name}>
      <div className={styles.what}>
        <p>
          <strong>{name}</strong>
        </p>
        <p className={styles.small}>{useContents(made)}</p>
        <p className={styles.small}>
          {t("admin.exports.askedBy", { name: made.askedBy.name, day: formatDay(language, made.askedAt) })}
          {made.cancelledBy && `. ${t("admin.exports.cancelledBy", { name: made.cancelledBy.name })}`}
        </p>
        <Outcome made={made} />
        {isOpen && (
          <progress className={styles.progress} max={100} value={progress} aria-label={t("admin.exports.progress")} />
        )}
        {made.can.download && <Files made={made} name={name} />}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={state} colour={colours[state]}>
          {t(`admin.exports.state.${state}`)}
        </StatusBadge>
        {made.can.cancel && <CancelButton id={made.id} name={name} />}
      </div>
    </li>
  );
}

/** What is in it, and of whom. */
function useContents({ contents, scope, group, custodian }: DataExport): string {
  const t = useText();
  const whom =
    scope === "group"
      ? t("admin.exports.ofGroup", { name: group ?? "" })
      : scope === "custodian"
        ? t("admin.exports.ofCustodian", { name: custodian?.name ?? "" })
        : t("admin.exports.scope.all");
  return `${contents.map((content) => t(`admin.exports.content.${content}`)).join(", ")} · ${whom}`;
}

/** When it was made and of whom, or why it was not. */
function Outcome({ made: { state, failure, holders, elsewhere, expiresAt } }: { made: DataExport }) {
  const t = useText();
  const language = useLanguage();
  if (state === "failed" && failure !== null)
    return <Notice tone="failed">{t(`admin.exports.failure.${failure}`)}</Notice>;
  if (state !== "ready" || holders === null || expiresAt === null) return null;
  return (
    <p className={styles.small}>
      {t("admin.exports.made", { count: holders, day: formatDay(language, expiresAt) })}
      {elsewhere !== null && elsewhere > 0 && ` ${t("admin.exports.elsewhere", { count: elsewhere })}`}
    </p>
  );
}

function Files({ made: { id, files }, name }: { made: DataExport; name: string }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <FileButton key={file.content} id={id} file={file} name={name} />
      ))}
    </ul>
  );
}

interface FileButtonProps {
  id: number;
  file: { content: ExportContent; rows: number; size: number };
  name: string;
}

function FileButton({ id, file: { content, rows, size }, name }: FileButtonProps) {
  const t = useText();
  const sizeOf = useFileSize();
  const { save, busy } = useSaveAnswer();
  const label = t("admin.exports.download", { content: t(`admin.exports.content.${content}`) });
  return (
    <li>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={`${label}, ${name}`}
        onClick={() => void save((api) => api.dataExports.download({ params: { id, content } }))}
      >
        {label}
      </Button>
      <span className={styles.small}>{t("admin.exports.rows", { count: rows, size: sizeOf(size) })}</span>
    </li>
  );
}

function CancelButton({ id, name }: { id: number; name: string }) {
  const t = useText();
  const cancel = useCancelExport(id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={cancel.isPending}
        aria-label={`${t("admin.exports.cancel")}, ${name}`}
        onClick={() => cancel.mutate(undefined)}
      >
        {t("admin.exports.cancel")}
      </Button>
      {cancel.error && <Notice tone="failed">{errorText(t, cancel.error)}</Notice>}
    </>
  );
}
