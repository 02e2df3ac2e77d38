/**
 * Command: prints the JavaScript and CSS that a page loads before interaction, in KB of brotli, with the budget
 * (docs/performance.md). Counts what the document preloads and imports, so it needs only the build.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const client = join(import.meta.dirname, "build/client");
/** A little above the figures to reach: docs/performance.md. */
const budgets = { login: 163.7, dashboard: 189.5, portfolio: 191.6 } as const;
/** What opening the chat in the corner of a page adds to it. */
const chatBudget = 15.6;

interface Renderer {
  render: (request: Request, options: { nonce: string; apiFetch: () => Promise<never> }) => Promise<Response>;
}

const compressedSize = async (path: string): Promise<number> => (await readFile(join(client, `${path}.br`))).length;

/** The chunk and what it imports statically, at any depth. */
async function withImports(path: string, seen: Set<string>): Promise<void> {
  if (seen.has(path)) return;
  seen.add(path);
  const source = await readFile(join(client, path), "utf8");
  const imported = [...source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)];
  await Promise.all(imported.map(([, name]) => withImports(`/assets/${name}`, seen)));
}

const apiFetch = () => Promise.reject(new Error("no API while measuring"));

const sum = async (files: Set<string>): Promise<number> =>
  (await Promise.all([...files].map(compressedSize))).reduce((total, size) => total + size, 0);

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

async function listFiles(renderer: Renderer, path: string): Promise<{ scripts: Set<string>; styles: Set<string> }> {
  const response = await renderer.render(new Request(`http://localhost${path}`), { nonce: "measure", apiFetch });
  const html = await response.text();
  const scripts = new Set<string>();
  for (const [, script] of html.matchAll(/["'](\/assets\/[\w.-]+\.js)["']/g))
    await withImports(String(script), scripts);
  const styles = new Set([...html.matchAll(/href="(\/assets\/[\w.-]+\.css)"/g)].map((match) => String(match[1])));
  return { scripts, styles };
}

/** Bytes of a page's scripts and styles, and the number of files. */
export async function pageSize(renderer: Renderer, path: string): Promise<{ js: number; css: number; files: number }> {
  const { scripts, styles } = await listFiles(renderer, path);
  return { js: await sum(scripts), css: await sum(styles), files: scripts.size + styles.size };
}

/** Bytes of the scripts that the opened chat needs beyond those of the page and of the button that opens it. */
export async function chatSize(renderer: Renderer, path: string): Promise<number> {
  const { scripts: known } = await listFiles(renderer, path);
  const assets = await readdir(join(client, "assets"));
  // The texts of the same name may be in two chunks, one of which re-exports the other.
  const named = (name: string): string[] => {
    const found = assets.filter((file) => new RegExp(`^${name}-[\\w-]{6,10}\\.js$`).test(file));
    if (found.length === 0) throw new Error(`no chunk is named ${name}`);
    return found.map((file) => `/assets/${file}`);
  };
  for (const path of named("chat-launcher")) await withImports(path, known);
  const opened = new Set(known);
  for (const path of [...named("chat-panel"), ...named("chats.bg")]) await withImports(path, opened);
  return sum(new Set([...opened].filter((file) => !known.has(file))));
}

if (import.meta.main) {
  const renderer = (await import(join(import.meta.dirname, "build/server/ssr.js"))) as Renderer;
  for (const [page, budget] of Object.entries(budgets)) {
    const { js, css, files } = await pageSize(renderer, `/bg/${page}`);
    const verdict = js <= budget * 1024 ? "within" : "OVER";
    console.log(`${page}: JS ${kilobytes(js)} KB of ${budget} (${verdict}), CSS ${kilobytes(css)} KB, ${files} files`);
    if (js > budget * 1024) process.exitCode = 1;
  }
  const chat = await chatSize(renderer, "/bg/dashboard");
  const verdict = chat <= chatBudget * 1024 ? "within" : "OVER";
  console.log(`the chat when it is opened: JS ${kilobytes(chat)} KB more of ${chatBudget} (${verdict})`);
  if (chat > chatBudget * 1024) process.exitCode = 1;
}
