/** The files of a ZIP: whose each is, or what stands against adding it. */
import { Checkbox } from "@mantine/core";
import type { DocumentBatchEntry } from "@portico/api/documents.ts";
import { type RecipientFault, recipientFaults } from "@portico/api/rules/document-batches.ts";
import { useMemo, useState } from "react";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { useFileSize } from "../../ui/file-size.ts";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "../documents.module.css";
import type { OpenBatch } from "./use-batch-actions.ts";

const step = 100;

interface BatchEntriesProps {
  batch: OpenBatch;
  onExclude: (numbers: number[], isExcluded: boolean) => void;
}

export function BatchEntries({ batch: { entries, state, can }, onExclude }: BatchEntriesProps) {
  const t = useText();
  const language = useLanguage();
  const [isFaultsOnly, setFaultsOnly] = useState(false);
  const faulty = entries.filter(({ faults, excluded }) => faults.length > 0 && !excluded);
  const columns = useColumns({ isAdded: state === "added", canExclude: can.exclude, onExclude });
  return (
    <Section
      title={t("admin.batch.content")}
      actions={
        can.exclude &&
        faulty.length > 0 && (
          <Button
            size="sm"
            variant="default"
            onClick={() =>
              onExclude(
                faulty.map(({ number }) => number),
                true,
              )
            }
          >
            {t("admin.batch.excludeFaults", { count: faulty.length })}
          </Button>
        )
      }
    >
      {faulty.length > 0 && (
        <Checkbox
          className={styles.onlyFaults ?? ""}
          label={t("admin.batch.onlyFaults")}
          checked={isFaultsOnly}
          onChange={(event) => setFaultsOnly(event.currentTarget.checked)}
        />
      )}
      <DataTable
        dense
        label={t("admin.batch.content")}
        columns={columns}
        rows={isFaultsOnly && faulty.length > 0 ? faulty : entries}
        rowId={({ number }) => String(number)}
        step={step}
        exportName="documents"
        {...(state === "added" && {
          linkTo: ({ holder }: DocumentBatchEntry) =>
            inLanguage(
              language,
              holder ? `/admin/${holder.holder_type}/${holder.holder_id}/documents` : "/admin/documents",
            ),
        })}
      />
    </Section>
  );
}

const isOfRecipient = (fault: string): fault is RecipientFault =>
  (recipientFaults as readonly string[]).includes(fault);

function faultText(t: Translate, fault: DocumentBatchEntry["faults"][number]): string {
  if (isOfRecipient(fault)) return t(`admin.batch.fault.${fault}`);
  if (fault === "fileTooBig") return t("admin.batch.fault.fileTooBig");
  // More types are taken than from clients.
  return t(fault === "refusedType" ? "documents.upload.officeTypes" : `field.${fault}`);
}

interface ColumnsOptions {
  isAdded: boolean;
  canExclude: boolean;
  onExclude: BatchEntriesProps["onExclude"];
}

function useColumns({ isAdded, canExclude, onExclude }: ColumnsOptions): readonly Column<DocumentBatchEntry>[] {
  const t = useText();
  const sizeText = useFileSize();
  return useMemo(() => {
    const resultOf = ({ faults, excluded }: DocumentBatchEntry): string => {
      if (excluded) return t("admin.batch.result.excluded");
      if (faults.length > 0) return faults.map((fault) => faultText(t, fault)).join(" ");
      return t(isAdded ? "admin.batch.result.added" : "admin.batch.result.ready");
    };
    const columns: Column<DocumentBatchEntry>[] = [
      { id: "file", header: t("admin.batch.file"), value: ({ name }) => name, phone: "title" },
      { id: "number", header: t("admin.batch.number"), value: ({ client_number }) => client_number, phone: "key" },
      { id: "holder", header: t("admin.batch.client"), value: ({ holder }) => holder?.name, phone: "key" },
      {
        id: "result",
        header: t("admin.batch.result"),
        value: resultOf,
        cell: (entry) =>
          entry.faults.length > 0 && !entry.excluded ? (
            <span className={styles.fault}>
              <StatusBadge status="fault" colour="red">
                {t("admin.batch.result.fault")}
              </StatusBadge>
              <span>{resultOf(entry)}</span>
            </span>
          ) : (
            <StatusBadge status={entry.excluded ? "excluded" : "ready"} colour={entry.excluded ? "grey" : "green"}>
              {resultOf(entry)}
            </StatusBadge>
          ),
        phone: "line",
      },
      {
        id: "size",
        header: t("documents.list.size"),
        value: ({ size }) => size,
        cell: ({ size }) => sizeText(size),
        numeric: true,
      },
    ];
    if (canExclude)
      columns.push({
        id: "action",
        header: t("documents.list.actions"),
        value: () => null,
        control: true,
        cell: ({ number, name, excluded }) => (
          <Button
            size="compact-md"
            variant="subtle"
            aria-label={t(excluded ? "admin.batch.includeOf" : "admin.batch.excludeOf", { name })}
            onClick={() => onExclude([number], !excluded)}
          >
            {t(excluded ? "admin.batch.include" : "admin.batch.exclude")}
          </Button>
        ),
      });
    return columns;
  }, [t, sizeText, isAdded, canExclude, onExclude]);
}
