/** Exported tables as Parquet: one row group after another, compressed with Zstandard. */
import { zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { type Cell, type Column, decimals } from "../content/columns.ts";
import { unscaled } from "./decimals.ts";
import type { Send, TableWriter } from "./table-writer.ts";

/** Rows of a row group: what is held in memory at most. */
const groupRows = 20_000;
const dayMs = 86_400_000;

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

/** The column's type with its older notation, for readers that know no logical types. */
function elementOf({ name, type }: Column): Element {
  const one = { name, repetition_type: "OPTIONAL" } as const;
  switch (type) {
    case "id":
      return { ...one, type: "INT64" };
    case "day":
      return { ...one, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } };
    case "instant":
      return {
        ...one,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      };
    case "amount":
    case "figure": {
      const { precision, scale } = decimals[type];
      return {
        ...one,
        type: "FIXED_LEN_BYTE_ARRAY",
        type_length: 16,
        converted_type: "DECIMAL",
        logical_type: { type: "DECIMAL", precision, scale },
        precision,
        scale,
      };
    }
    case "flag":
      return { ...one, type: "BOOLEAN" };
    default:
      return { ...one, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
  }
}

function valueOf({ name, type }: Column, cell: Cell): unknown {
  if (cell === null) return null;
  switch (type) {
    case "id":
    case "instant":
      return BigInt(cell);
    case "day":
      return Date.parse(cell) / dayMs;
    case "amount":
    case "figure":
      return unscaled(name, cell, decimals[type]);
    case "flag":
      return cell === "t";
    default:
      return cell;
  }
}

/** `about` is written beside the columns: what the export is of, and when it was known. */
export function writeParquetTable(
  columns: readonly Column[],
  about: Readonly<Record<string, string>>,
  send: Send,
): TableWriter {
  const bytes = new ByteWriter(1 << 20);
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "row", num_children: columns.length }, ...columns.map(elementOf)],
    codec: "ZSTD",
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: "portico",
  });
  let columnData: unknown[][] = columns.map(() => []);
  let waiting = 0;
  let count = 0;

  const sendWritten = async (): Promise<void> => {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    await send(written);
  };
  const writeGroup = async (): Promise<void> => {
    const data = columns.map(({ name }, place) => ({ name, data: columnData[place] ?? [] }));
    columnData = columns.map(() => []);
    waiting = 0;
    await parquet.write({ columnData: data, rowGroupSize: groupRows });
    await sendWritten();
  };
  return {
    async write(rows) {
      for (const row of rows) {
        for (const [place, column] of columns.entries()) columnData[place]?.push(valueOf(column, row[place] ?? null));
        waiting += 1;
        if (waiting === groupRows) await writeGroup();
      }
      count += rows.length;
    },
    async end() {
      if (waiting > 0) await writeGroup();
      await parquet.finish();
      await sendWritten();
      return count;
    },
  };
}
