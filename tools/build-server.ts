/**
 * Builds the server, as `npm run build` builds the pages: a few files, which Node finds, reads and compiles in a fraction of the time
 * that it needs for 2,300 modules. What starts a process or a thread is an entry of its own; what several of them use is shared, so
 * that none loads what another one needs (docs/decisions/0256).
 */
import { existsSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { nameBuild } from "../server/processes/build.ts";

const root = join(import.meta.dirname, "..");

/** Name in the build, and the file that it is made from. */
const entries: Record<string, string> = {
  main: "server/main.ts",
  start: "server/start.ts",
  portal: "server/portal.ts",
  thread: "server/workers/thread.mjs",
  tasks: "server/workers/tasks.ts",
  decoder: "server/domains/files/decoder/main.mjs",
};
/** The image is built without it (.dockerignore). */
const demoEntry = "server/demo/portal-process.ts";
if (existsSync(join(root, demoEntry))) Object.assign(entries, { demo: demoEntry });
/** Those that the server's code looks for. */
const found = ["thread", "tasks", "decoder"];

/** Packages with files of their own: native parts, threads, or data that they look for beside their code. */
const separate = ["@napi-rs/canvas", "@node-rs/argon2", "pdfjs-dist", "pino-pretty", "piscina", "sharp", "ssh2"];
/** Taken by packages if they are there. They are not. */
const absent = ["bufferutil", "pg-cloudflare", "pg-native", "utf-8-validate"];
/** The image is built without it (.dockerignore). */
const demo = "./demo/demo.ts";

function staysOutside(specifier: string): boolean {
  if (specifier === demo) return !existsSync(join(root, "server", demo));
  return [...separate, ...absent].some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** As in the addresses of files. */
const withSlashes = (path: string): string => path.replaceAll("\\", "/");
const isPackage = /[\\/]node_modules[\\/]/;

/**
 * Files are looked for beside the source that names them: texts, migrations and fonts are not part of the build. Where the source
 * names an entry, it is the built one.
 */
function keepPlaces(buildFolder: string): Plugin {
  const missing = new Set(found);
  const nameOf = new Map(Object.entries(entries).map(([name, file]) => [file, name]));
  return {
    name: "keep-places",
    transform: {
      filter: { id: { exclude: isPackage }, code: /import\.meta\.(dirname|filename|url)/ },
      handler(code, id) {
        const folder = dirname(id);
        const up = withSlashes(relative(buildFolder, folder));
        const own = JSON.stringify(withSlashes(relative(buildFolder, id)));
        const replaced = code
          .replaceAll(/new URL\("([^"]+)", import\.meta\.url\)/g, (whole, path: string) => {
            const name = nameOf.get(withSlashes(relative(root, join(folder, path))));
            if (name === undefined) return whole;
            missing.delete(name);
            return `new URL("${name}.mjs", import.meta.builtUrl)`;
          })
          .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${up}`)})`)
          .replaceAll("import.meta.url", `new URL(${own}, import.meta.url).href`)
          .replaceAll("import.meta.builtUrl", "import.meta.url");
        if (replaced.includes("import.meta.filename")) throw new Error(`${id}: a built file has another name`);
        // Every line stays where it is.
        return { code: replaced, map: null };
      },
    },
    buildEnd() {
      if (missing.size > 0) throw new Error(`No source names ${[...missing].join(", ")} by its URL`);
    },
  };
}

/** The same for CommonJS packages. */
const packagePlaces = (buildFolder: string): Plugin => ({
  name: "package-places",
  transform: {
    filter: { id: isPackage, code: /\b__(dirname|filename)\b/ },
    handler(code, id) {
      const place = (path: string): string => `inBuild(${JSON.stringify(withSlashes(relative(buildFolder, path)))})`;
      return {
        code: code.replaceAll(/\b__dirname\b/g, place(dirname(id))).replaceAll(/\b__filename\b/g, place(id)),
        map: null,
      };
    },
  },
});
const inBuild =
  'import { join as joinInBuild } from "node:path"; const inBuild = (path) => joinInBuild(import.meta.dirname, path);';

/**
 * Stacks name the files and lines of our sources alone: with those of packages the maps are four times as long, and the first
 * stack reads them whole.
 */
const ownLinesOnly: Plugin = {
  name: "own-lines-only",
  transform: {
    filter: { id: isPackage },
    handler: (code) => ({ code, map: { mappings: "", names: [], sources: [], version: 3 } }),
  },
};

/** Builds into a folder of this checkout, whose packages it needs. */
export async function buildServer(folder = join(root, "server", "build")): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
    platform: "node",
    external: staysOutside,
    plugins: [keepPlaces(folder), packagePlaces(folder), ownLinesOnly],
    transform: { define: { PORTICO_BUILD: JSON.stringify(nameBuild()) } },
    checks: { pluginTimings: false },
    onLog(level, log, handle) {
      // What is only a warning here fails when the server starts.
      if (level === "warn" && log.code !== "EVAL") throw new Error(log.message);
      handle(level, log);
    },
  });
  rmSync(folder, { recursive: true, force: true });
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    intro: inBuild,
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
  });
  await bundle.close();
}

if (import.meta.main) await buildServer();
