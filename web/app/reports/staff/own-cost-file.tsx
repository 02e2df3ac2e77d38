/** A file of instruments' own costs: read and shown first, stored when confirmed. */
import type { OwnCostFile as Preview } from "@portico/api/report-own-costs.ts";
import { ownCostFields, ownCostFileLimits } from "@portico/api/rules/own-costs.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { otherFileName } from "../../shell/staff/other-file-name.ts";
import { PreviewRows, RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./own-costs.module.css";
import { formatStatedPercent } from "./stated-percent.ts";

interface Sent {
  fileName: string;
  content: string;
}

export function OwnCostFile() {
  const t = useText();
  const [sent, setSent] = useState<Sent>();
  const read = useChange((api, body: Sent) => api.reports.previewOwnCosts({ body }));
  const end = () => {
    setSent(undefined);
    read.reset();
  };
  return (
    <div className={styles.upload}>
      <Section title={t("admin.ownCosts.upload")} hint={t("admin.ownCosts.uploadHint")}>
        {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
        {read.data && sent ? (
          <Shown preview={read.data} sent={sent} onEnd={end} />
        ) : (
          <TextFileDrop
            kind="ownCosts"
            mostBytes={ownCostFileLimits.length}
            onText={(file) => {
              setSent(file);
              read.mutate(file);
            }}
          />
        )}
      </Section>
    </div>
  );
}

type Refusal = Preview["refusals"][number];
function refusalText(t: Translate, { code, detail }: Refusal): string {
  switch (code) {
    case "otherFile":
      return `${t("admin.announcements.refusal.otherFile")} ${otherFileName(t, detail)}`;
    case "unknownInstrument":
    case "belowZero":
      return `${t(`admin.ownCosts.refusal.${code}`)} ${detail ?? ""}`;
    case "repeatedInFile":
      return `${t("admin.announcements.refusal.repeatedInFile")} ${detail ?? ""}`;
    default:
      return `${t(`admin.funds.refusal.${code}`)} ${detail ?? ""}`;
  }
}

type Change = Preview["changes"][number];

function Shown({ preview, sent, onEnd }: { preview: Preview; sent: Sent; onEnd: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { rows, newRows, correctedRows, knownRows, unknownRows, refusedRows, stamp } = preview;
  const store = useChange((api, body: Sent & { stamp: string }) => api.reports.importOwnCosts({ body }));
  const columns = useMemo((): Column<Change>[] => {
    const percents = (of: Record<(typeof ownCostFields)[number], string>): string =>
      ownCostFields.map((field) => formatStatedPercent(language, of[field])).join(" · ");
    return [
      { id: "line", header: t("admin.rowFiles.line"), value: ({ line }) => line, numeric: true },
      { id: "name", header: t("admin.instruments.name"), value: ({ name }) => name, phone: "title" },
      { id: "isin", header: "ISIN", value: ({ isin }) => isin },
      { id: "from", header: t("admin.ownCosts.from"), value: ({ from }) => from },
      ...ownCostFields.map(
        (field): Column<Change> => ({
          id: field,
          header: t(`admin.ownCosts.${field}`),
          value: (row) => row[field],
          cell: (row) => formatStatedPercent(language, row[field]),
          numeric: true,
          ...(field === "ongoing" && { phone: "key" }),
        }),
      ),
      {
        id: "stored",
        header: t("admin.ownCosts.storedBefore"),
        value: ({ stored }) => stored && percents(stored),
        cell: ({ stored }) => (stored ? percents(stored) : "–"),
      },
    ];
  }, [t, language]);
  return (
    <>
      <p aria-live="polite">
        {t("admin.ownCosts.counts", { rows, newRows, correctedRows, knownRows, unknownRows, refusedRows })}
      </p>
      {unknownRows > 0 && <p>{t("admin.ownCosts.otherInstruments", { isins: preview.unknown.join(", ") })}</p>}
      {refusedRows > 0 && (
        <RefusedRows refusals={preview.refusals} reasonOf={refusalText} exportName="own-cost-refusals" />
      )}
      {preview.changes.length > 0 && (
        <PreviewRows
          title={t("admin.ownCosts.changes")}
          columns={columns}
          rows={preview.changes}
          rowId={({ line }) => String(line)}
        />
      )}
      {store.error && <Notice tone="failed">{errorText(t, store.error)}</Notice>}
      <div className={styles.actions}>
        <Button
          loading={store.isPending}
          disabled={refusedRows > 0 || newRows + correctedRows === 0}
          onClick={() =>
            store.mutate(
              { ...sent, stamp },
              {
                onSuccess: () => {
                  alert.success(t("admin.ownCosts.stored"));
                  onEnd();
                },
              },
            )
          }
        >
          {t("admin.ownCosts.store")}
        </Button>
        <Button variant="default" onClick={onEnd} disabled={store.isPending}>
          {t("admin.ownCosts.drop")}
        </Button>
      </div>
    </>
  );
}
