/** Compiles the texts, three languages side by side, into a catalogue per language and chunk, and typed keys. Pure. */
import { type Catalogue, type Language, languages } from "./catalogue.ts";
import { type ParamKind, readMessage } from "./icu.ts";

/** One file of texts: its name without ".json", and its content. */
export interface TextFile {
  name: string;
  texts: Record<string, unknown>;
}

/**
 * Where a chunk is loaded: every page; the staff pages; the pages of KYC forms; portfolio pages, their charts, the allocation and the view of a holding, their parts with returns, sales,
 * results, income and the search, the page of all portfolios, the proof of a figure, and the
 * request to buy or sell; pages of reports; the audit log; pages of documents and
 * the viewer of files; pages of contracts; pages of target funds; bank accounts; cash and payments; the chat; what is checked of an installation; the demo beside a portal; tickets;
 * the bell and the page of notifications; the comparison with benchmarks; the profile; the page that verifies contracts;
 * the firm’s public texts; the staff’s help; the
 * pages of signing in; only the server (evidence packs; mails).
 */
export const chunks = [
  "portal",
  "admin",
  "forms",
  "portfolios",
  "chart",
  "allocation",
  "returns",
  "sales",
  "results",
  "income",
  "find",
  "consolidated",
  "audit",
  "reports",
  "proof",
  "trades",
  "documents",
  "tickets",
  "contracts",
  "funds",
  "accounts",
  "money",
  "chats",
  "checks",
  "demo",
  "notifications",
  "benchmarks",
  "users",
  "verification",
  "content",
  "help",
  "sessions",
  "evidence",
  "mail",
] as const;
type Chunk = (typeof chunks)[number];

/** A file belongs to the chunk named by its name up to the first "-": `admin-forms.json` to the staff chunk. */
const chunkOf = (file: string): Chunk => chunks.find((chunk) => chunk === file.split("-")[0]) ?? "portal";

interface CompiledTexts {
  catalogues: Record<Chunk, Record<Language, Catalogue>>;
  params: Map<string, Map<string, ParamKind>>;
}

/** All errors of the texts together. */
export class TextFault extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The texts have ${problems.length} fault(s):\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "TextFault";
    this.problems = problems;
  }
}

const keyPattern = /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)+$/;

/** Compiles the files, or throws a TextFault that lists every error. */
export function compileTexts(files: TextFile[]): CompiledTexts {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  const compiled: CompiledTexts = { catalogues: emptyCatalogues(), params: new Map() };

  for (const file of [...files].sort((a, b) => a.name.localeCompare(b.name))) {
    for (const [key, texts] of Object.entries(file.texts).sort(([a], [b]) => a.localeCompare(b))) {
      const fault = (problem: string) => problems.push(`${file.name}.json: "${key}" ${problem}`);
      if (!keyPattern.test(key)) fault("is no key of the form domain.place.word");
      const other = seen.get(key);
      if (other) fault(`also stands in ${other}.json`);
      seen.set(key, file.name);
      compileKey(key, texts, chunkOf(file.name), compiled, fault);
    }
  }
  if (problems.length > 0) throw new TextFault(problems);
  return compiled;
}

function compileKey(
  key: string,
  texts: unknown,
  chunk: Chunk,
  compiled: CompiledTexts,
  fault: (problem: string) => void,
): void {
  if (typeof texts !== "object" || texts === null) return fault("is not an object of languages");
  for (const language of Object.keys(texts))
    if (!(languages as readonly string[]).includes(language)) fault(`has the unknown language "${language}"`);

  const byLanguage = new Map<Language, Map<string, ParamKind>>();
  for (const language of languages) {
    const source = (texts as Partial<Record<Language, unknown>>)[language];
    if (typeof source !== "string" || source.trim() === "") {
      fault(`has no text in ${language}`);
      continue;
    }
    const read = readMessage(source, language);
    for (const problem of read.problems) fault(`in ${language} ${problem}`);
    if (read.problems.length > 0) continue;
    byLanguage.set(language, read.params);
    const only = read.compiled[0];
    compiled.catalogues[chunk][language][key] =
      read.compiled.length === 1 && typeof only === "string" ? only : read.compiled;
  }
  compiled.params.set(key, mergeParams(byLanguage, fault));
}

/** The parameters of a key; different parameters between languages are an error. */
function mergeParams(
  byLanguage: Map<Language, Map<string, ParamKind>>,
  fault: (problem: string) => void,
): Map<string, ParamKind> {
  const merged = new Map<string, ParamKind>();
  const names = ([...byLanguage.values()][0] ?? new Map<string, ParamKind>()).keys();
  const expected = [...names].sort().join(", ");
  for (const [language, params] of byLanguage) {
    const given = [...params.keys()].sort().join(", ");
    if (given !== expected) fault(`takes {${given}} in ${language}, but {${expected}} in ${[...byLanguage.keys()][0]}`);
    for (const [name, kind] of params) {
      const known = merged.get(name);
      if (known && known !== kind && known !== "text" && kind !== "text")
        fault(`uses {${name}} as ${kind} in ${language}, but as ${known} elsewhere`);
      if (!known || known === "text") merged.set(name, kind);
    }
  }
  return merged;
}

const perLanguage = (): Record<Language, Catalogue> => ({ bg: {}, en: {}, pl: {} });

function emptyCatalogues(): CompiledTexts["catalogues"] {
  return Object.fromEntries(chunks.map((chunk) => [chunk, perLanguage()])) as CompiledTexts["catalogues"];
}

const typeOf: Record<ParamKind, string> = {
  number: "number",
  date: "Date | number",
  choice: "string",
  text: "string | number",
};

/** TypeScript source of the keys, each with its parameters. */
export function keysSource(params: CompiledTexts["params"]): string {
  const lines = [...params].map(([key, taken]) => {
    const fields = [...taken].map(([name, kind]) => `${JSON.stringify(name)}: ${typeOf[kind]}`).join("; ");
    return `  ${JSON.stringify(key)}: ${fields ? `{ ${fields} }` : "undefined"};`;
  });
  return `/** Every text key and what it takes. Generated by messages/generate.ts. */\nexport interface Texts {\n${lines.join("\n")}\n}\n`;
}

/** TypeScript source of one catalogue. */
export function catalogueSource(catalogue: Catalogue): string {
  return `/** Generated by messages/generate.ts. */\nimport type { Catalogue } from "../catalogue.ts";\n\nexport const catalogue: Catalogue = ${JSON.stringify(catalogue)};\n`;
}
