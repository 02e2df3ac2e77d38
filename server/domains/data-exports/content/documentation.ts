/** The columns as docs/exports.md lists them. */
import { exportContents } from "@portico/api/rules/data-exports.ts";
import { type Column, columnsOf, decimals } from "./columns.ts";

const parquetTypes = {
  id: "INT64",
  day: "DATE",
  instant: "TIMESTAMP (ms, UTC)",
  amount: `DECIMAL(${decimals.amount.precision},${decimals.amount.scale})`,
  figure: `DECIMAL(${decimals.figure.precision},${decimals.figure.scale})`,
  flag: "BOOLEAN",
  text: "STRING",
} as const;

const rowOf = ({ name, type, meaning }: Column): string => `| \`${name}\` | ${parquetTypes[type]} | ${meaning} |`;

/** A section for each table. */
export const documentedColumns = (): string =>
  exportContents
    .map((content) =>
      [
        `### ${content}`,
        "| column | type in Parquet | meaning |",
        "| --- | --- | --- |",
        ...columnsOf[content].map(rowOf),
      ].join("\n"),
    )
    .join("\n\n");
