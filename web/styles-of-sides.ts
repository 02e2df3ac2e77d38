/**
 * Splits the style sheet of all pages into that of every page, of the client's side and of staff's. A rule belongs where the
 * file is used that it is written in; of a file that several sides use, to the one that more pages load. The sheets are
 * loaded in this order, and within each the rules stay in theirs.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pagesOf } from "./app/declared-pages.ts";
import { type Sheet, sheets, splitStyles } from "./split-styles.ts";

/** Where the build of the browser's files leaves the names of the sheets for that of the server and split-manifest.ts. */
const namesPath = join(import.meta.dirname, "build/client/styles.json");

const app = (file: string): string => join(import.meta.dirname, "app", file);
const filesOf = (...sides: Parameters<typeof pagesOf>[0][]): string[] =>
  sides.flatMap((side) => pagesOf(side).map(({ file }) => app(file)));
/** A file may serve pages of several sides: the first that has it counts. */
const entries: readonly (readonly [Sheet, ReadonlySet<string>])[] = [
  ["common", new Set(filesOf("landing", "public"))],
  ["client", new Set([app("shell/layouts/default-layout.tsx"), ...filesOf("client")])],
  ["staff", new Set([app("holders/staff/holder-layout.tsx"), ...filesOf("staff", "holder")])],
];
const textsOfStaff = app("shell/languages/admin.");

function sideOfEntry(path: string): Sheet {
  const [side = "common"] = entries.find(([, files]) => files.has(path)) ?? [];
  return path.startsWith(textsOfStaff) ? "staff" : side;
}

const pathOf = (id: string): string => id.replace(/\?.*$/, "");

/** Classes and names of animations of each CSS module, by its file. */
const namesByFile = new Map<string, string[]>();

const virtualStyles = "virtual:portico-styles";

export const stylesOfSides: Plugin = {
  name: "styles-of-sides",
  enforce: "post",
  resolveId: (id) => (id === virtualStyles ? `\0${virtualStyles}` : undefined),
  load(id) {
    if (id !== `\0${virtualStyles}`) return undefined;
    // During development the sheets are not split.
    const isBuild = this.environment.mode === "build" && existsSync(namesPath);
    return `export default ${isBuild ? readFileSync(namesPath, "utf8") : "null"};`;
  },
  transform(code, id) {
    if (!pathOf(id).endsWith(".module.css") || this.environment.name !== "client") return;
    namesByFile.set(
      pathOf(id),
      [...code.matchAll(/["'`]([\w-]+_[\w-]+)["'`]/g)].map(([, name]) => String(name)),
    );
  },
  async generateBundle(_, bundle) {
    if (this.environment.name !== "client") return;
    const sideOfFile = new Map<string, Sheet>();
    for (const side of sheets) {
      const waiting = [...this.getModuleIds()].filter(
        (id) => this.getModuleInfo(id)?.isEntry && sideOfEntry(pathOf(id)) === side,
      );
      if (waiting.length === 0) throw new Error(`No route is of the side ${side}`);
      const seen = new Set(waiting);
      for (const id of waiting) {
        if (id.includes(".module.css") && !sideOfFile.has(pathOf(id))) sideOfFile.set(pathOf(id), side);
        const info = this.getModuleInfo(id);
        for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])])
          if (!seen.has(next)) {
            seen.add(next);
            waiting.push(next);
          }
      }
    }
    const sideOfName = new Map<string, Sheet>();
    for (const [file, names] of namesByFile)
      for (const name of names) sideOfName.set(name, sideOfFile.get(file) ?? "common");
    const whole = Object.values(bundle).filter(
      (file) => file.type === "asset" && /style-[\w-]+\.css$/.test(file.fileName),
    );
    const [sheet] = whole;
    if (whole.length !== 1 || sheet?.type !== "asset")
      throw new Error(`The build has ${whole.length} style sheets of all pages`);
    const parts = splitStyles(String(sheet.source).replace(/\/\*\$vite\$:\d+\*\//g, ""), (name) =>
      sideOfName.get(name),
    );
    const names: Record<string, string> = { whole: `/${sheet.fileName}` };
    for (const side of sheets) {
      const reference = this.emitFile({ type: "asset", name: `${side}.css`, source: parts[side] });
      names[side] = `/${this.getFileName(reference)}`;
    }
    this.emitFile({ type: "asset", fileName: "styles.json", source: JSON.stringify(names) });
  },
};
