/** A file of NAVs: read and shown first, stored when confirmed; suspicious rows must be looked at. */
import type { NavPreview } from "@portico/api/funds.ts";
import type { Language } from "@portico/messages/text.ts";
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

/** The server refuses longer files. */
const mostBytes = 4_000_000;

export function NavUpload({ fundId }: { fundId: number | undefined }) {
  const t = useText();
  const [shown, setShown] = useState<NavPreview>();
  const read = useChange((api, file: { fileName: string; content: string }) =>
    api.funds.previewNavs({ body: { ...file, ...(fundId !== undefined && { fund_id: fundId }) } }),
  );
  return (
    <Section
      title={t("admin.funds.upload")}
      hint={t(fundId === undefined ? "admin.funds.uploadHintAll" : "admin.funds.uploadHint")}
    >
      {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
      {shown ? (
        <Preview key={shown.id} preview={shown} onEnd={() => setShown(undefined)} />
      ) : (
        <TextFileDrop kind="navs" mostBytes={mostBytes} onText={(file) => read.mutate(file, { onSuccess: setShown })} />
      )}
    </Section>
  );
}

function Preview({ preview, onEnd }: { preview: NavPreview; onEnd: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [reason, setReason] = useState("");
  const { rows, newRows, knownRows, refusedRows, markedRows, correctedRows } = preview;
  const params = { id: preview.id };
  const count = newRows + correctedRows;
  return (
    <UploadPreview
      can={preview.can}
      toLookAt={markedRows}
      isComplete={correctedRows === 0 || reason.trim().length >= 3}
      words={{
        counts: t("admin.funds.previewCounts", { rows, newRows, knownRows, correctedRows, refusedRows }),
        lookedAt: t("admin.funds.lookedAt", { count: markedRows }),
        store: t("admin.funds.storeNavs", { count }),
        stored: t("admin.funds.navsStored", { count }),
        drop: t("admin.funds.dropNavs"),
      }}
      confirm={(api, acceptMarked) =>
        api.funds.confirmNavs({
          params,
          body: { acceptMarked, ...(correctedRows > 0 && { reason: reason.trim() }) },
        })
      }
      discard={(api) => api.funds.discardNavs({ params, body: {} })}
      onEnd={onEnd}
    >
      {preview.leftOutRows > 0 && <p>{t("admin.funds.leftOutRows", { count: preview.leftOutRows })}</p>}
      {preview.funds.map((one) => (
        <p key={one.fund_id} className="small">
          {one.name} · {one.rows} · {formatDay(language, one.from)} – {formatDay(language, one.to)}
        </p>
      ))}
      {preview.refusals.length > 0 && (
        <RefusedRows refusals={preview.refusals} reasonOf={refusalText} exportName={`nav-refusals-${preview.id}`} />
      )}
      {correctedRows > 0 && (
        <>
          <Conflicts preview={preview} />
          <LimitedInput
            label={t("admin.funds.correctionReason")}
            description={t("admin.funds.conflictsHint")}
            required
            limit={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      {markedRows > 0 && <Marked preview={preview} />}
    </UploadPreview>
  );
}

type Refusal = NavPreview["refusals"][number];
const refusalText = (t: Translate, { code, detail }: Refusal): string =>
  `${t(`admin.funds.refusal.${code}`)} ${code === "otherFile" ? otherFileName(t, detail) : (detail ?? "")}`;

/** The columns of a row's NAV, with the known value in front of the file's. */
const navColumns = <Row extends { line: number; name: string; day: string; value: string }>(
  t: Translate,
  language: Language,
  known: Column<Row>,
): Column<Row>[] => [
  { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
  { id: "name", header: t("admin.funds.name"), value: ({ name }) => name, phone: "title" },
  { id: "day", header: t("admin.funds.navDay"), value: ({ day }) => day, phone: "key" },
  known,
  {
    id: "value",
    header: t("admin.funds.nav"),
    value: ({ value }) => value,
    cell: ({ value }) => formatExact(language, value),
    numeric: true,
    phone: "key",
  },
];

type Conflict = NavPreview["conflicts"][number];
function Conflicts({ preview }: { preview: NavPreview }) {
  const t = useText();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Conflict>[] => [
      ...navColumns<Conflict>(t, language, {
        id: "stored",
        header: t("admin.funds.stored"),
        value: ({ stored }) => stored,
        cell: ({ stored }) => formatExact(language, stored),
        numeric: true,
      }),
    ],
    [t, language],
  );
  return (
    <PreviewRows
      title={t("admin.funds.conflicts")}
      columns={columns}
      rows={preview.conflicts}
      rowId={({ line }) => String(line)}
    />
  );
}

type Marked = NavPreview["marked"][number];
function Marked({ preview }: { preview: NavPreview }) {
  const t = useText();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Marked>[] => [
      ...navColumns<Marked>(t, language, {
        id: "before",
        header: t("admin.funds.navBefore"),
        value: ({ before }) => before?.value ?? null,
        cell: ({ before }) => (before ? formatExact(language, before.value) : "–"),
        numeric: true,
      }),
      {
        id: "after",
        header: t("admin.funds.navAfter"),
        value: ({ after }) => after?.value ?? null,
        cell: ({ after }) => (after ? formatExact(language, after.value) : "–"),
        numeric: true,
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
