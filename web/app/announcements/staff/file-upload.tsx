/** A file of announcements: read and shown first, stored when confirmed. */
import type { AnnouncementPreview } from "@portico/api/announcements.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import { PreviewRows, RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { UploadPreview } from "../../shell/staff/upload-preview.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { useAnnouncedColumns } from "./announced-columns.tsx";

/** The server refuses longer files. */
const mostBytes = 1_000_000;

export function FileUpload() {
  const t = useText();
  const [shown, setShown] = useState<AnnouncementPreview>();
  const read = useChange((api, body: { fileName: string; content: string }) => api.announcements.preview({ body }));
  return (
    <Section title={t("admin.announcements.upload")} hint={t("admin.announcements.uploadHint")}>
      {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
      {shown ? (
        <Preview key={shown.id} preview={shown} onEnd={() => setShown(undefined)} />
      ) : (
        <TextFileDrop
          kind="announcements"
          mostBytes={mostBytes}
          onText={(file) => read.mutate(file, { onSuccess: setShown })}
        />
      )}
    </Section>
  );
}

function Preview({ preview, onEnd }: { preview: AnnouncementPreview; onEnd: () => void }) {
  const t = useText();
  const { rows, newRows, knownRows, refusedRows, markedRows, correctedRows } = preview;
  const params = { id: preview.id };
  const count = newRows + correctedRows;
  return (
    <UploadPreview
      can={preview.can}
      toLookAt={markedRows + correctedRows}
      words={{
        counts: t("admin.rowFiles.counts", { rows, newRows, knownRows, correctedRows, refusedRows }),
        lookedAt: t("admin.rowFiles.lookedAt", { count: markedRows + correctedRows }),
        store: t("admin.announcements.store", { count }),
        stored: t("admin.announcements.fileStored", { count }),
        drop: t("admin.rowFiles.drop"),
      }}
      confirm={(api, acceptMarked) => api.announcements.confirm({ params, body: { acceptMarked } })}
      discard={(api) => api.announcements.discard({ params, body: {} })}
      onEnd={onEnd}
    >
      {refusedRows > 0 && (
        <RefusedRows
          refusals={preview.refusals}
          reasonOf={refusalText}
          exportName={`announcement-refusals-${preview.id}`}
        />
      )}
      {markedRows > 0 && <Marked preview={preview} />}
      {correctedRows > 0 && <Corrections preview={preview} />}
      {newRows > 0 && refusedRows === 0 && <Fresh preview={preview} />}
    </UploadPreview>
  );
}

type Refusal = AnnouncementPreview["refusals"][number];

/** Wordings of their own; the others are those of NAVs. */
function refusalText(t: Translate, { code, detail }: Refusal): string {
  switch (code) {
    case "otherFile":
      return `${t("admin.announcements.refusal.otherFile")} ${otherFileName(t, detail)}`;
    case "notPositive":
    case "unknownInstrument":
    case "unknownKind":
    case "repeatedInFile":
      return `${t(`admin.announcements.refusal.${code}`)} ${detail ?? ""}`;
    default:
      return `${t(`admin.funds.refusal.${code}`)} ${detail ?? ""}`;
  }
}

function useLineColumn<Row extends { line: number }>(): Column<Row> {
  const t = useText();
  return useMemo(
    () => ({ id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true }),
    [t],
  );
}

type Fresh = AnnouncementPreview["fresh"][number];
function Fresh({ preview }: { preview: AnnouncementPreview }) {
  const t = useText();
  const line = useLineColumn<Fresh>();
  const announced = useAnnouncedColumns<Fresh>();
  const columns = useMemo(() => [line, ...announced], [line, announced]);
  return (
    <PreviewRows
      title={t("admin.announcements.fresh")}
      columns={columns}
      rows={preview.fresh}
      rowId={(row) => String(row.line)}
    />
  );
}

type Correction = AnnouncementPreview["corrections"][number];
function Corrections({ preview }: { preview: AnnouncementPreview }) {
  const t = useText();
  const language = useLanguage();
  const line = useLineColumn<Correction>();
  const announced = useAnnouncedColumns<Correction>();
  const columns = useMemo(
    (): Column<Correction>[] => [
      line,
      ...announced,
      {
        id: "stored",
        header: t("admin.announcements.storedBefore"),
        value: ({ stored }) =>
          [
            `${formatExact(language, stored.amount)} ${stored.currency}`,
            formatDay(language, stored.payDay),
            stored.recordDay !== null &&
              `${t("admin.announcements.recordDay")}: ${formatDay(language, stored.recordDay)}`,
          ]
            .filter(Boolean)
            .join(" · "),
        sortable: false,
        phone: "line",
      },
    ],
    [t, language, line, announced],
  );
  return (
    <PreviewRows
      title={t("admin.benchmarks.corrections")}
      columns={columns}
      rows={preview.corrections}
      rowId={(row) => String(row.line)}
    />
  );
}

type Marked = AnnouncementPreview["marked"][number];
function Marked({ preview }: { preview: AnnouncementPreview }) {
  const t = useText();
  const language = useLanguage();
  const line = useLineColumn<Marked>();
  const announced = useAnnouncedColumns<Marked>();
  const columns = useMemo(
    (): Column<Marked>[] => [
      line,
      ...announced,
      {
        id: "marks",
        header: t("admin.rowFiles.marks"),
        value: ({ marks, other }) =>
          marks
            .map((mark) =>
              mark === "near"
                ? t("admin.announcements.mark.near", { exDay: other === null ? "" : formatDay(language, other) })
                : t(`admin.announcements.mark.${mark}`),
            )
            .join("; "),
        sortable: false,
        phone: "line",
      },
    ],
    [t, language, line, announced],
  );
  return (
    <PreviewRows
      title={t("admin.rowFiles.marked")}
      columns={columns}
      rows={preview.marked}
      rowId={(row) => String(row.line)}
    />
  );
}
