/** Command: compiles messages/texts/*.json into messages/generated/, or reports the errors and fails. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { languages } from "./catalogue.ts";
import { catalogueSource, chunks, compileTexts, keysSource, TextFault, type TextFile } from "./compile.ts";

const textsFolder = join(import.meta.dirname, "texts");
const generatedFolder = join(import.meta.dirname, "generated");

async function readTexts(): Promise<TextFile[]> {
  const names = (await readdir(textsFolder)).filter((name) => name.endsWith(".json"));
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(textsFolder, name), "utf8");
      try {
        return { name: name.slice(0, -".json".length), texts: parseTexts(source) };
      } catch (error) {
        throw new TextFault([`${name}: ${error instanceof Error ? error.message : String(error)}`]);
      }
    }),
  );
}

/** JSON without duplicate keys: JSON.parse would silently keep the last. */
function parseTexts(source: string): TextFile["texts"] {
  const keys = [...source.matchAll(/^[ \t]*("[^"\n.]+\.[^"\n]+")\s*:/gm)].map((match) => match[1]);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw new Error(`${twice} stands twice`);
  return JSON.parse(source) as TextFile["texts"];
}

/** Does not rewrite an unchanged file, so that watchers and caches are not triggered. */
async function write(name: string, content: string): Promise<void> {
  const path = join(generatedFolder, name);
  const current = await readFile(path, "utf8").catch(() => undefined);
  if (current !== content) await writeFile(path, content);
}

/** Writes the catalogues and the keys; returns the number of texts. */
export async function generate(): Promise<number> {
  const compiled = compileTexts(await readTexts());
  await mkdir(generatedFolder, { recursive: true });
  const files = new Map<string, string>([["keys.ts", keysSource(compiled.params)]]);
  for (const chunk of chunks)
    for (const language of languages)
      files.set(`${chunk}.${language}.ts`, catalogueSource(compiled.catalogues[chunk][language]));
  await Promise.all([...files].map(([name, content]) => write(name, content)));
  for (const name of await readdir(generatedFolder))
    if (!files.has(name)) await rm(join(generatedFolder, name), { recursive: true });
  return compiled.params.size;
}

if (import.meta.main) {
  try {
    console.log(`${await generate()} texts in ${languages.join(", ")}`);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
