/** Categories, mandates and marked positions of many clients from a file: read and shown first, then stored whole. */
import { NativeSelect } from "@mantine/core";
import type { MandateFilePreview } from "@portico/api/mandates.ts";
import { type MandateFileKind, mandateFileKinds, mandateFileLimits } from "@portico/api/rules/mandates.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import { passedKind } from "../../shell/staff/passed-file.ts";
import { PreviewRows, RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { UploadPreview } from "../../shell/staff/upload-preview.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";

interface Read {
  file: { kind: MandateFileKind; fileName: string; content: string };
  preview: MandateFilePreview;
}

export default function MandateFilesPage() {
  const t = useText();
  const mayStore = useHasLevel("office");
  const [kind, setKind] = useState<MandateFileKind>(() => (passedKind() === "flags" ? "flags" : "mandates"));
  const [shown, setShown] = useState<Read>();
  const read = useChange((api, file: Read["file"]) =>
    api.mandates.previewFile({ body: file }).then((preview) => ({ file, preview })),
  );
  return (
    <>
      <PageTitle>{t("admin.nav.mandates")}</PageTitle>
      <PageHead title={t("admin.nav.mandates")}>{t("admin.mandates.filesLead")}</PageHead>
      <Section title={t("admin.mandates.files")} hint={t(`admin.mandates.columns.${kind}`)}>
        {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
        {!shown && (
          <NativeSelect
            mb="md"
            label={t("admin.mandates.fileKind")}
            value={kind}
            data={mandateFileKinds.map((value) => ({ value, label: t(`admin.mandates.fileKind.${value}`) }))}
            onChange={({ currentTarget: { value } }) => setKind(value as MandateFileKind)}
          />
        )}
        {shown ? (
          <Preview key={shown.preview.seen} read={shown} onEnd={() => setShown(undefined)} />
        ) : (
          mayStore && (
            <TextFileDrop
              kind={kind}
              mostBytes={mandateFileLimits.length}
              onText={(file) => read.mutate({ kind, ...file }, { onSuccess: setShown })}
            />
          )
        )}
      </Section>
    </>
  );
}

function Preview({ read: { file, preview }, onEnd }: { read: Read; onEnd: () => void }) {
  const t = useText();
  const { rows, newRows, knownRows, refusedRows, markedRows, correctedRows, seen } = preview;
  const count = newRows + correctedRows;
  return (
    <UploadPreview
      can={{ confirm: refusedRows === 0 && count > 0, discard: false }}
      toLookAt={markedRows + correctedRows}
      words={{
        counts: t("admin.rowFiles.counts", { rows, newRows, knownRows, correctedRows, refusedRows }),
        lookedAt: t("admin.rowFiles.lookedAt", { count: markedRows + correctedRows }),
        store: t("admin.mandates.store", { count }),
        stored: t("admin.mandates.stored", { count }),
        drop: t("admin.rowFiles.drop"),
      }}
      confirm={(api, acceptMarked) => api.mandates.storeFile({ body: { ...file, seen, acceptMarked } })}
      discard={() => Promise.resolve()}
      onEnd={onEnd}
    >
      {refusedRows > 0 && (
        <RefusedRows refusals={preview.refusals} reasonOf={refusalText} exportName="mandate-refusals" />
      )}
      {preview.shown.length > 0 && <Shown preview={preview} />}
    </UploadPreview>
  );
}

/** Wordings of their own; the others are those of NAVs. */
function refusalText(t: Translate, { code, detail }: MandateFilePreview["refusals"][number]): string {
  switch (code) {
    case "otherFile":
      return `${t("admin.mandates.refusal.otherFile")} ${otherFileName(t, detail)}`;
    case "notPositive":
    case "unknownClient":
    case "unknownInstrument":
    case "unknownBenchmark":
    case "unknownWord":
    case "contradiction":
    case "reasonMissing":
    case "repeatedInFile":
      return `${t(`admin.mandates.refusal.${code}`)} ${detail ?? ""}`;
    default:
      return `${t(`admin.funds.refusal.${code}`)} ${detail ?? ""}`;
  }
}

const inLine = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");

type Row = MandateFilePreview["shown"][number];
function Shown({ preview }: { preview: MandateFilePreview }) {
  const t = useText();
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
      { id: "client", header: t("admin.mandates.client"), value: ({ name }) => name, phone: "title" },
      { id: "account", header: t("admin.mandates.account"), value: ({ account }) => account, phone: "key" },
      {
        id: "content",
        header: t("admin.mandates.content"),
        value: ({ values }) => inLine(values),
        sortable: false,
        phone: "line",
      },
      {
        id: "stored",
        header: t("admin.mandates.storedNow"),
        value: ({ stored }) => (stored ? inLine(stored) : "–"),
        sortable: false,
        phone: "line",
      },
      {
        id: "marks",
        header: t("admin.mandates.marks"),
        value: ({ marks }) => marks.map((mark) => t(`admin.mandates.mark.${mark}`)).join("; "),
        sortable: false,
        phone: "line",
      },
    ],
    [t],
  );
  return (
    <PreviewRows
      title={t("admin.mandates.shownRows")}
      columns={columns}
      rows={preview.shown}
      rowId={({ line }) => String(line)}
    />
  );
}
