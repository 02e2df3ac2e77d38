/** What is read of the file: its first rows, and what the mapping makes of them. */
import type { MappingTrial, TriedTable } from "@portico/api/import-mappings.ts";
import { type MappedKind, mappedColumns } from "@portico/api/imports/mapping-columns.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Scrolled } from "../../../ui/scrolled.tsx";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "../imports.module.css";
import { refusalText } from "../refusal-text.ts";
import own from "./mappings.module.css";
import { partName } from "./part-name.ts";

/** The first rows of the file as they are. */
export function FileTable({ table }: { table: TriedTable }) {
  const t = useText();
  return (
    <Scrolled className={own.scroll}>
      <table className={own.table}>
        <caption className={styles.small}>{t("admin.mappings.firstRows")}</caption>
        <tbody>
          {table.rows.map(({ line, cells }) => (
            <tr key={line} data-header={line === table.header || undefined}>
              <th scope="row">{line}</th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

interface TrialProps {
  trial: MappingTrial | null;
  makes: MappedKind;
  /** Parts that the mapping still needs. */
  missing: readonly string[];
  isRunning: boolean;
  onTry: () => void;
}

export function Trial({ trial, makes, missing, isRunning, onTry }: TrialProps) {
  const t = useText();
  return (
    <Section
      title={t("admin.mappings.result")}
      actions={
        <Button variant="default" size="sm" loading={isRunning} onClick={onTry}>
          {t("admin.mappings.try")}
        </Button>
      }
    >
      {missing.length > 0 && (
        <Notice tone="attention">
          {t("admin.mappings.missing", { names: missing.map((one) => partName(t, one)).join(", ") })}
        </Notice>
      )}
      {trial && <Made trial={trial} makes={makes} />}
    </Section>
  );
}

function Made({ trial, makes }: { trial: MappingTrial; makes: MappedKind }) {
  const t = useText();
  const names = new Set(trial.sample.flatMap(({ values }) => values.map(({ column }) => column)));
  const columns = ["kind", ...mappedColumns[makes]].filter((column) => names.has(column));
  return (
    <>
      <p aria-live="polite">
        {t("admin.mappings.counts", { rows: trial.rows, made: trial.made, refused: trial.refusedRows })}
      </p>
      {trial.refusals.length > 0 && (
        <ul className={styles.list}>
          {trial.refusals.slice(0, 50).map((refusal) => (
            <li key={`${refusal.line} ${refusal.code} ${refusal.detail}`}>
              {refusal.line !== null && `${t("admin.imports.line")} ${refusal.line}: `}
              {refusalText(t, refusal, makes)}
            </li>
          ))}
        </ul>
      )}
      {trial.leftOut.length > 0 && (
        <p className={styles.small}>
          {t("admin.mappings.leftOut", {
            names: trial.leftOut.map(({ name, rows }) => `${name} (${rows})`).join(", "),
          })}
        </p>
      )}
      {trial.sample.length > 0 && (
        <Scrolled className={own.scroll}>
          <table className={own.table}>
            <caption className={styles.small}>{t("admin.mappings.sample")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("admin.imports.line")}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {partName(t, column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trial.sample.map(({ line, values }) => {
                const byColumn = new Map(values.map(({ column, value }) => [column, value]));
                return (
                  <tr key={line}>
                    <th scope="row">{line}</th>
                    {columns.map((column) => (
                      <td key={column}>{byColumn.get(column)}</td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scrolled>
      )}
    </>
  );
}
