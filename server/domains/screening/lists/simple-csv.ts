/** The lines of `targets.simple.csv`: several values of a column are parted by semicolons. Pure. */
import { listLimits } from "@portico/api/rules/screening.ts";
import { type CsvError, type InfoRecord, parse } from "csv-parse/sync";
import { birthOf, countryOf, type FoundEntry, type ListRefusal, type Read, unique } from "./found.ts";
import { kindOfSchema } from "./schemas.ts";

type Line = Readonly<Record<string, string | undefined>>;
/** No record is longer; a longer one means an unclosed quote. */
const longestRecord = 512 * 1024;

const parts = (text: string | undefined): string[] => (text ?? "").split(";");

/** The columns sanctions and dataset stand in place of topics, which this format does not have. */
function topicsOf({ sanctions = "", dataset = "" }: Line): string[] {
  const isPep = /\bpeps?\b|politically/i.test(dataset);
  return [...(sanctions.trim() === "" ? [] : ["sanction"]), ...(isPep ? ["role.pep"] : [])];
}

function toEntry(values: Line, line: number): FoundEntry | undefined {
  const kind = kindOfSchema[values["schema"] ?? ""];
  if (!kind) return undefined;
  const names = unique([values["name"] ?? "", ...parts(values["aliases"])]).slice(0, listLimits.names);
  return {
    line,
    id: (values["id"] ?? "").trim(),
    kind,
    names: names.map((name) => name.slice(0, listLimits.nameLength)),
    births: unique(parts(values["birth_date"]).flatMap(birthOf)),
    countries: unique(parts(values["countries"]).flatMap(countryOf)),
    topics: topicsOf(values),
    programmes: unique([
      ...parts(values["program_ids"]),
      ...parts(values["sanctions"]).map((text) => text.slice(0, 200)),
    ]),
    changedAt: values["last_change"] ?? values["last_seen"] ?? "",
  };
}

export function readSimple(text: string): Read {
  const refusals: ListRefusal[] = [];
  const refuse = (error: CsvError | undefined): undefined => {
    const line: unknown = error?.["lines"];
    refusals.push({ line: typeof line === "number" ? line : null, code: "malformedLine", detail: error?.code ?? null });
  };
  const rows = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    info: true,
    relax_column_count_less: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
    on_skip: refuse,
  }) as unknown as { record: Line; info: InfoRecord }[];
  return { found: rows.flatMap(({ record, info }) => toEntry(record, info.lines) ?? []), refusals };
}
