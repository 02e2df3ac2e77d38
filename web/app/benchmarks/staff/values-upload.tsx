/** A file of values of a series: read and shown first, stored when confirmed. */
import type { BenchmarkPreview } from "@portico/api/benchmarks.ts";
import { benchmarkLimits } from "@portico/api/rules/benchmarks.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import { PreviewRows, RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { UploadPreview } from "../../shell/staff/upload-preview.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import type { OpenedBenchmark } from "./use-benchmarks.ts";

/** The server refuses longer files. */
const mostBytes = 1_000_000;

export function ValuesUpload({ benchmark: { id, currency } }: { benchmark: OpenedBenchmark }) {
  const t = useText();
  const [shown, setShown] = useState<BenchmarkPreview>();
  const [source, setSource] = useState("");
  const read = useChange((api, file: { fileName: string; content: string }) =>
    api.benchmarks.previewValues({ params: { id }, body: { ...file, source: source.trim() } }),
  );
  return (
    <Section title={t("admin.benchmarks.upload")} hint={t("admin.benchmarks.uploadHint", { currency })}>
      {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
      {shown ? (
        <Preview key={shown.id} benchmarkId={id} preview={shown} onEnd={() => setShown(undefined)} />
      ) : (
        <div className={styles.stack}>
          <LimitedInput
            label={t("admin.benchmarks.source")}
            description={t("admin.benchmarks.sourceHint")}
            required
            limit={benchmarkLimits.source}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          <TextFileDrop
            kind="benchmark"
            mostBytes={mostBytes}
            missing={source.trim() === "" ? t("admin.benchmarks.sourceFirst") : undefined}
            onText={(file) => read.mutate(file, { onSuccess: setShown })}
          />
        </div>
      )}
    </Section>
  );
}

interface PreviewProps {
  benchmarkId: number;
  preview: BenchmarkPreview;
  onEnd: () => void;
}

function Preview({ benchmarkId, preview, onEnd }: PreviewProps) {
  const t = useText();
  const language = useLanguage();
  const { rows, newRows, knownRows, refusedRows, markedRows, correctedRows, currency, from, to } = preview;
  const params = { id: benchmarkId, uploadId: preview.id };
  const count = newRows + correctedRows;
  return (
    <UploadPreview
      can={preview.can}
      toLookAt={markedRows + correctedRows}
      words={{
        counts: t("admin.rowFiles.counts", { rows, newRows, knownRows, correctedRows, refusedRows }),
        lookedAt: t("admin.rowFiles.lookedAt", { count: markedRows + correctedRows }),
        store: t("admin.benchmarks.store", { count }),
        stored: t("admin.benchmarks.valuesStored", { count }),
        drop: t("admin.rowFiles.drop"),
      }}
      confirm={(api, acceptMarked) => api.benchmarks.confirmValues({ params, body: { acceptMarked } })}
      discard={(api) => api.benchmarks.discardValues({ params, body: {} })}
      onEnd={onEnd}
    >
      {from !== null && to !== null && (
        <p className="small">
          {t("admin.benchmarks.previewRange", {
            currency,
            from: formatDay(language, from),
            to: formatDay(language, to),
          })}
        </p>
      )}
      {preview.refusals.length > 0 && (
        <RefusedRows
          refusals={preview.refusals}
          reasonOf={refusalText}
          exportName={`benchmark-refusals-${preview.id}`}
        />
      )}
      {correctedRows > 0 && <Corrections preview={preview} />}
      {markedRows > 0 && <Marked preview={preview} />}
    </UploadPreview>
  );
}

type Refusal = BenchmarkPreview["refusals"][number];

/** Wordings of their own; the others are those of NAVs. */
function refusalText(t: Translate, { code, detail }: Refusal): string {
  switch (code) {
    case "otherFile":
      return `${t("admin.benchmarks.refusal.otherFile")} ${otherFileName(t, detail)}`;
    case "otherValue":
      return `${t("admin.benchmarks.refusal.otherValue", { example: t("admin.benchmarks.correctionExample") })} ${detail ?? ""}`;
    case "notPositive":
    case "currencyMismatch":
    case "tooEarly":
      return `${t(`admin.benchmarks.refusal.${code}`)} ${detail ?? ""}`;
    default:
      return `${t(`admin.funds.refusal.${code}`)} ${detail ?? ""}`;
  }
}

type Correction = BenchmarkPreview["corrections"][number];
function Corrections({ preview }: { preview: BenchmarkPreview }) {
  const t = useText();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Correction>[] => [
      { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
      { id: "day", header: t("admin.benchmarks.day"), value: ({ day }) => day, phone: "title" },
      {
        id: "stored",
        header: t("admin.benchmarks.stored"),
        value: ({ stored }) => stored,
        cell: ({ stored }) => formatExact(language, stored),
        numeric: true,
        phone: "key",
      },
      { id: "storedSource", header: t("admin.benchmarks.storedSource"), value: ({ storedSource }) => storedSource },
      {
        id: "value",
        header: t("admin.benchmarks.fileValue"),
        value: ({ value }) => value,
        cell: ({ value }) => formatExact(language, value),
        numeric: true,
        phone: "key",
      },
      { id: "source", header: t("admin.benchmarks.sourceColumn"), value: ({ source }) => source },
    ],
    [t, language],
  );
  return (
    <PreviewRows
      title={t("admin.benchmarks.corrections")}
      columns={columns}
      rows={preview.corrections}
      rowId={({ line }) => String(line)}
    />
  );
}

type Marked = BenchmarkPreview["marked"][number];
function Marked({ preview }: { preview: BenchmarkPreview }) {
  const t = useText();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Marked>[] => [
      { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
      { id: "day", header: t("admin.benchmarks.day"), value: ({ day }) => day, phone: "title" },
      {
        id: "before",
        header: t("admin.funds.navBefore"),
        value: ({ before }) => before?.value ?? null,
        cell: ({ before }) => (before ? formatExact(language, before.value) : "–"),
        numeric: true,
      },
      {
        id: "value",
        header: t("admin.benchmarks.fileValue"),
        value: ({ value }) => value,
        cell: ({ value }) => formatExact(language, value),
        numeric: true,
        phone: "key",
      },
      {
        id: "marks",
        header: t("admin.rowFiles.marks"),
        value: ({ marks }) => marks.map((mark) => t(`admin.funds.mark.${mark}`)).join(", "),
        phone: "line",
      },
    ],
    [t, language],
  );
  return (
    <PreviewRows
      title={t("admin.rowFiles.marked")}
      columns={columns}
      rows={preview.marked}
      rowId={({ line }) => String(line)}
    />
  );
}
