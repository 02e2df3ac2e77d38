/**
 * A mapping says how a table of another maker, a CSV or a sheet of a workbook, is read as our own CSV. It is data: staff make it on a
 * page, and the portal has some for known brokers. docs/import-formats.md describes the columns that it makes.
 */
import { z } from "zod";
import { writtenName } from "./decisions.ts";
import {
  decimalSigns,
  delimiters,
  kindResults,
  mappedColumns,
  mappedKinds,
  neededColumns,
  type OurColumn,
  resultsOf,
  signRules,
  thousandsSigns,
} from "./mapping-columns.ts";

export {
  delimiters,
  isDayColumn,
  isNumberColumn,
  type MappedKind,
  mappedColumns,
  mappedKinds,
  neededColumns,
  type OurColumn,
} from "./mapping-columns.ts";

const ourColumns = [...new Set(Object.values(mappedColumns).flat())] as [OurColumn, ...OurColumn[]];

/** A column of the file, by its name in the header. A column without a name is its left neighbour's name with ` +1`. */
const fileColumn = writtenName(200);

/** Where a value comes from. */
export const mappingSource = z.discriminatedUnion("from", [
  /** The first of these columns that is not empty. */
  z.strictObject({ from: z.literal("column"), names: z.array(fileColumn).min(1).max(10) }),
  z.strictObject({ from: z.literal("constant"), value: writtenName(200) }),
  /** A part of a column, divided by a text: 1 is the first part, -1 the last. */
  z.strictObject({
    from: z.literal("part"),
    name: fileColumn,
    divider: z.string().min(1).max(10),
    part: z.number().int().min(-9).max(9),
  }),
  /**
   * A value inside a text, such as `quantity` of `Buy {quantity} @ {price} {unit}`: the first template that fits. A name in braces
   * stands for what is between the texts beside it; `{}` for what is not needed.
   */
  z.strictObject({
    from: z.literal("text"),
    name: fileColumn,
    templates: z.array(writtenName(200)).min(1).max(20),
    take: z.string().regex(/^[a-z]{1,20}$/),
  }),
  /** A sum, such as credit less debit, or several fees. A term with a currency counts only if that is the row's. */
  z.strictObject({
    from: z.literal("sum"),
    terms: z
      .array(z.strictObject({ name: fileColumn, minus: z.boolean().default(false), currency: fileColumn.optional() }))
      .min(1)
      .max(10),
  }),
  /** What the amount of a trade is beyond units × price: the cost that the file does not name. */
  z.strictObject({ from: z.literal("remainder") }),
]);
export type MappingSource = z.infer<typeof mappingSource>;

export const mappedColumn = z.strictObject({
  source: mappingSource,
  sign: z.enum(signRules).default("written"),
  /** The currency of the value: in a row of another currency it is left out, such as a price in dollars beside an amount in pounds. */
  currency: mappingSource.optional(),
  /** A file may lack the columns; otherwise it is refused with their name. */
  optional: z.boolean().default(false),
});
export type MappedColumn = z.infer<typeof mappedColumn>;

const columnTable = z.partialRecord(z.enum(ourColumns), mappedColumn);

/** A value, or a combination of values, and the kind of entry that it means. */
const kindRow = z.strictObject({
  /** By column; `*` stands for any characters, an empty text for an empty value. Capital letters do not matter. */
  when: z.array(z.string().max(200)).min(1).max(4),
  /** Only of rows whose amount is above or below zero. */
  amount: z.enum(["above", "below"]).optional(),
  result: z.enum(kindResults),
  /** Columns that such rows have elsewhere. */
  columns: columnTable.optional(),
});

/**
 * The kind of entry of a row, by its values. The first row of the table that fits counts; a value that none fits is asked about.
 */
const kindTable = z.strictObject({
  columns: z.array(fileColumn).min(1).max(4),
  rows: z.array(kindRow).max(500),
});

const wholeMapping = z.strictObject({
  makes: z.enum(mappedKinds),
  table: z
    .strictObject({
      delimiter: z.enum(delimiters).default("auto"),
      /** Of a workbook; without a name, its first sheet that has the columns. */
      sheet: z.string().max(100).nullable().default(null),
      /** `names`: the first row that has all columns. `none`: there is none, and columns are `#1`, `#2` and so on. */
      header: z.enum(["names", "none"]).default("names"),
      /** Of a file without header: rows at its beginning that are no data. */
      skip: z.number().int().min(0).max(50).default(0),
    })
    .prefault({}),
  numbers: z
    .strictObject({
      decimal: z.enum(decimalSigns).default("."),
      /** A space is any blank, an apostrophe any of its forms. */
      thousands: z.enum(thousandsSigns).default(""),
      /** `(5.00)` and `5.00-` are below zero. */
      brackets: z.boolean().default(false),
      /** A currency may stand before or after the number. */
      unit: z.boolean().default(false),
    })
    .prefault({}),
  dates: z.strictObject({
    /** Such as `DD.MM.YYYY HH:mm:ss`. A value that two of them read as different days is refused. */
    formats: z.array(writtenName(40)).min(1).max(10),
    /** IANA name of the zone of times; without it, the firm's. */
    zone: writtenName(60).optional(),
  }),
  columns: columnTable,
  kinds: kindTable.optional(),
  /**
   * Rows that the table of kinds makes an exchange of currencies and that have one leg only: those that are equal in these columns are
   * one exchange.
   */
  pairs: z.array(fileColumn).max(5).default([]),
});

export const mapping = wholeMapping.superRefine((given, context) => {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const known: readonly string[] = mappedColumns[given.makes];
  for (const column of Object.keys(given.columns))
    if (!known.includes(column)) fault(["columns", column], "unknown column");
  for (const column of neededColumns[given.makes])
    if (given.columns[column] === undefined) fault(["columns", column], "required");
  if (given.makes === "statement" && given.kinds === undefined) fault(["kinds"], "required");
  for (const [index, row] of (given.kinds?.rows ?? []).entries()) {
    if (row.when.length !== given.kinds?.columns.length)
      fault(["kinds", "rows", index, "when"], "one value per column");
    if (!resultsOf(given.makes).includes(row.result)) fault(["kinds", "rows", index, "result"], "no kind of these");
    for (const column of Object.keys(row.columns ?? {}))
      if (!known.includes(column)) fault(["kinds", "rows", index, "columns", column], "unknown column");
  }
  if (given.numbers.decimal !== "either" && given.numbers.decimal === given.numbers.thousands)
    fault(["numbers", "thousands"], "the same sign");
});
export type Mapping = z.infer<typeof mapping>;
/** A mapping as it is written, without what is usual. */
export type WrittenMapping = z.input<typeof mapping>;

/** A mapping that the portal has: its broker, or the name that staff gave it, and its version. */
export const namedMapping = z.object({
  /** `ready/<broker>` or `own/<id>`. */
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  mapping,
});
export type NamedMapping = z.infer<typeof namedMapping>;
