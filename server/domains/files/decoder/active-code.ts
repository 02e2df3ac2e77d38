/** What in the text of an office file its reader's program would run or fetch: fields, formulas, cells of a table. */
import { SaxesParser } from "saxes";

/** Throws at a document type, which could declare entities, and at what is not XML. */
export function plainXmlParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new Error("a document type");
  });
  parser.on("error", (error) => {
    throw error;
  });
  return parser;
}

/** Between the codes of two fields. */
const fieldStart = "\u0001";
/** Fields of Word that start a program or load a file: the first two wherever a field is put together from parts. */
const activeFields = new RegExp(
  `\\bDDE(?:AUTO)?\\b|\\bINCLUDE(?:PICTURE|TEXT)\\b|${fieldStart}\\s*(?:LINK|DATABASE|IMPORT|RD)\\b`,
  "i",
);
/** Functions that fetch, or call another program's code. */
const activeFunctions =
  /(?:^|[^\w.])(?:_xlfn\.)?(?:WEBSERVICE|IMAGE|IMPORT(?:DATA|XML|HTML|FEED|RANGE)|RTD|DDE|CALL|REGISTER(?:\.ID)?|EXEC)\s*\(/gi;
/** A reference to a sheet by its name. */
const sheetReference = /'([^'\n]{1,300})' {0,3}[!#]|\][\w.]{1,300}!/g;
/** Signs that the name of a sheet cannot have: those of a path or of another workbook. */
const pathSigns = /[[\]\\/]/;

/** Where a formula calls such a function, or refers to another workbook. */
const activePlaces = (code: string): number[] => [
  ...Array.from(code.matchAll(activeFunctions), ({ index }) => index),
  ...Array.from(code.matchAll(sheetReference)).flatMap(({ index, 1: name }) =>
    name === undefined || pathSigns.test(name) ? [index] : [],
  ),
];
const codeElements: ReadonlySet<string> = new Set(["instrText", "delInstrText"]);
const formulaElements: ReadonlySet<string> = new Set(["f", "definedName", "formula", "formula1", "formula2"]);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Whether a part of a document or workbook has such a field or formula. Throws at what is not plain XML. */
export async function hasActiveCode(content: AsyncIterable<Buffer>): Promise<boolean> {
  const parser = plainXmlParser();
  let fields = "";
  let formula: string | null = null;
  let isField = false;
  let isActive = false;
  parser.on("opentag", ({ name, attributes }) => {
    const element = localName(name);
    const valueOf = (wanted: string): string =>
      Object.entries(attributes).find(([attribute]) => localName(attribute) === wanted)?.[1] ?? "";
    if (element === "fldSimple") fields += fieldStart + valueOf("instr");
    else if (element === "fldChar" && valueOf("fldCharType") === "begin") fields += fieldStart;
    else if (codeElements.has(element)) isField = true;
    else if (formulaElements.has(element)) formula = "";
  });
  const addText = (text: string): void => {
    if (isField) fields += text;
    else if (formula !== null) formula += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    const element = localName(name);
    if (codeElements.has(element)) isField = false;
    if (!formulaElements.has(element)) return;
    isActive ||= isActiveFormula(formula ?? "");
    formula = null;
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const part of content) parser.write(decoder.decode(part, { stream: true }));
  parser.write(decoder.decode()).close();
  return isActive || activeFields.test(fields);
}

/** `|` is no operator: outside of quotes it names another program and what to ask it. */
const isActiveFormula = (formula: string): boolean => {
  const code = formula.replace(/"[^"]*"/g, '""');
  const bare = code.replace(/'[^']*'/g, "''");
  return bare.includes("|") || activePlaces(code).length > 0;
};

/** Where a cell of a table begins that is a formula; a number with its sign is none. */
const formulaStart = /(?:^|[\n\r,;\t"])[ ']*(?:[=@]|[+-](?![\d.,\s]*(?:[,;\t\n\r"]|$)))/g;
/** What Excel reads of a cell. */
const formulaMaxLength = 8192;

/** Whether a table as text has a formula, on one line, that fetches something or reads another workbook. */
export function hasActiveFormula(table: string): boolean {
  const places = activePlaces(table).toSorted((one, other) => one - other);
  const starts = table.matchAll(formulaStart);
  let start = -Infinity;
  let next = starts.next().value;
  return places.some((place) => {
    for (; next && next.index <= place; next = starts.next().value) start = next.index;
    return place - start <= formulaMaxLength && !/[\n\r]/.test(table.slice(start + 1, place));
  });
}

/** Whether a table as text has a cell that starts a program by dynamic data exchange (`=cmd|'/c calc'!A0`). */
export function startsProgram(table: string): boolean {
  const starts = table.matchAll(formulaStart);
  let start = -Infinity;
  let next = starts.next().value;
  let mark = -1;
  for (let pipe = table.indexOf("|"); pipe >= 0; pipe = table.indexOf("|", pipe + 1)) {
    for (; next && next.index < pipe; next = starts.next().value) start = next.index;
    if (mark < pipe) mark = table.indexOf("!", pipe);
    if (mark < 0) return false;
    const isNear = pipe - start <= formulaMaxLength && mark - pipe <= formulaMaxLength;
    if (isNear && /[\w')]$/.test(table.slice(Math.max(start, pipe - 100), pipe).trimEnd())) return true;
  }
  return false;
}
