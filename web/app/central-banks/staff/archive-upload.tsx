/** A yearly archive of rates: read and shown first, stored when confirmed. */
import type { ArchivePreview } from "@portico/api/central-banks.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { PreviewRows, RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { UploadPreview } from "../../shell/staff/upload-preview.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";

/** The server refuses longer files. */
const mostBytes = 1_000_000;

export function ArchiveUpload() {
  const t = useText();
  const [shown, setShown] = useState<ArchivePreview>();
  const read = useChange((api, body: { fileName: string; content: string }) =>
    api.centralBanks.previewArchive({ body }),
  );
  return (
    <Section title={t("admin.centralBanks.upload")} hint={t("admin.centralBanks.uploadHint")}>
      {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
      {shown ? (
        <Preview key={shown.id} preview={shown} onEnd={() => setShown(undefined)} />
      ) : (
        <TextFileDrop
          mostBytes={mostBytes}
          // The bank's own encoding.
          otherwise="windows-1250"
          onText={(file) => read.mutate(file, { onSuccess: setShown })}
        />
      )}
    </Section>
  );
}

function Preview({ preview, onEnd }: { preview: ArchivePreview; onEnd: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { id, rows, newRows, knownRows, correctedRows, refusedRows, markedRows, from, to, currencies } = preview;
  const params = { id };
  const count = newRows + correctedRows;
  return (
    <UploadPreview
      can={preview.can}
      toLookAt={markedRows + correctedRows}
      words={{
        counts: t("admin.rowFiles.counts", { rows, newRows, knownRows, correctedRows, refusedRows }),
        lookedAt: t("admin.rowFiles.lookedAt", { count: markedRows + correctedRows }),
        store: t("admin.centralBanks.store", { count }),
        stored: t("admin.centralBanks.stored", { count }),
        drop: t("admin.rowFiles.drop"),
      }}
      confirm={(api, acceptMarked) => api.centralBanks.confirmArchive({ params, body: { acceptMarked } })}
      discard={(api) => api.centralBanks.discardArchive({ params, body: {} })}
      onEnd={onEnd}
    >
      {from !== null && to !== null && (
        <p className="small">
          {t("admin.centralBanks.previewRange", {
            from: formatDay(language, from),
            to: formatDay(language, to),
            currencies,
          })}
        </p>
      )}
      {preview.refusals.length > 0 && (
        <RefusedRows refusals={preview.refusals} reasonOf={refusalText} exportName={`archive-refusals-${id}`} />
      )}
      {correctedRows > 0 && <Corrections rows={preview.corrections} />}
      {markedRows > 0 && <Marked rows={preview.marked} />}
    </UploadPreview>
  );
}

/** Wordings of their own; the others are those of NAVs. */
function refusalText(t: Translate, { code, detail }: ArchivePreview["refusals"][number]): string {
  switch (code) {
    case "futureDate":
    case "missingColumn":
    case "malformedFile":
    case "notPositive":
      return `${t(`admin.centralBanks.refusal.${code}`)} ${detail ?? ""}`;
    default:
      return `${t(`admin.funds.refusal.${code}`)} ${detail ?? ""}`;
  }
}

type Quoted = ArchivePreview["corrections"][number]["value"];

/** A rate as the bank writes it: "1.0303 for 100". */
function useQuoted(): (quoted: Quoted | null) => string {
  const t = useText();
  const language = useLanguage();
  return (quoted) =>
    quoted === null
      ? "–"
      : t("admin.centralBanks.quoted", { rate: formatExact(language, quoted.rate), units: String(quoted.units) });
}

interface Line {
  line: number;
  day: string;
  currency: string;
}
const lineColumns = (t: Translate): Column<Line>[] => [
  { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
  { id: "day", header: t("admin.centralBanks.day"), value: ({ day }) => day, phone: "title" },
  { id: "currency", header: t("admin.centralBanks.currency"), value: ({ currency }) => currency, phone: "key" },
];
const rowId = ({ line, currency }: Line): string => `${line} ${currency}`;

function Corrections({ rows }: { rows: ArchivePreview["corrections"] }) {
  const t = useText();
  const quoted = useQuoted();
  const columns: Column<ArchivePreview["corrections"][number]>[] = [
    ...lineColumns(t),
    { id: "stored", header: t("admin.centralBanks.storedRate"), value: ({ stored }) => quoted(stored), phone: "line" },
    { id: "value", header: t("admin.centralBanks.fileRate"), value: ({ value }) => quoted(value), phone: "line" },
  ];
  return <PreviewRows title={t("admin.centralBanks.corrections")} columns={columns} rows={rows} rowId={rowId} />;
}

function Marked({ rows }: { rows: ArchivePreview["marked"] }) {
  const t = useText();
  const quoted = useQuoted();
  const columns = useMemo(
    (): Column<ArchivePreview["marked"][number]>[] => [
      ...lineColumns(t),
      { id: "before", header: t("admin.centralBanks.before"), value: ({ before }) => quoted(before) },
      { id: "value", header: t("admin.centralBanks.fileRate"), value: ({ value }) => quoted(value) },
      {
        id: "marks",
        header: t("admin.rowFiles.marks"),
        value: ({ marks }) => marks.map((mark) => t(`admin.funds.mark.${mark}`)).join(", "),
        phone: "line",
      },
    ],
    [t, quoted],
  );
  return <PreviewRows title={t("admin.rowFiles.marked")} columns={columns} rows={rows} rowId={rowId} />;
}
