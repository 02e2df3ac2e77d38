/** What the form's page loads before a step is shown, and what each step adds, measured on the built client. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { formSteps, formTypes } from "@portico/api/forms/forms.ts";

const client = join(import.meta.dirname, "../web/build/client");
interface Renderer {
  render: (request: Request, options: { nonce: string; apiFetch: () => Promise<never> }) => Promise<Response>;
}

/** The chunk and what it imports statically, at any depth. */
async function withImports(name: string, seen: Set<string>): Promise<Set<string>> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const source = await readFile(join(client, "assets", name), "utf8");
  for (const [, imported] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    await withImports(String(imported), seen);
  return seen;
}

const kilobytes = async (names: Iterable<string>): Promise<number> => {
  let bytes = 0;
  for (const name of names) bytes += (await readFile(join(client, "assets", `${name}.br`))).length;
  return bytes / 1024;
};

/** Chunks are named after the files of steps; two forms may have a step with the same name. */
const fileOf = (step: string): string => step.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface FormSizes {
  /** KB of scripts of the page, brotli. */
  page: number;
  /** The same for each step's chunks, without the page's. */
  steps: { chunk: string; kilobytes: number }[];
  /** Steps whose code the page loads although it does not show them: must be empty. */
  carried: string[];
}

export async function measureForm(): Promise<FormSizes> {
  const renderer = (await import(join(import.meta.dirname, "../web/build/server/ssr.js"))) as Renderer;
  const apiFetch = () => Promise.reject(new Error("no API while measuring"));
  const answer = await renderer.render(new Request("http://localhost/en/form/KYC"), { nonce: "measure", apiFetch });
  const page = new Set<string>();
  for (const [, name] of (await answer.text()).matchAll(/["']\/assets\/([\w.-]+\.js)["']/g))
    await withImports(String(name), page);
  const files = new Set(formTypes.flatMap((type) => formSteps[type].map(({ name }) => fileOf(name))));
  const isStep = (name: string): boolean => files.has(name.replace(/-[\w-]{8}\.js$/, ""));
  const chunks = (await readdir(join(client, "assets"))).filter((name) => name.endsWith(".js") && isStep(name));
  const steps = [];
  for (const chunk of chunks) {
    const brought = [...(await withImports(chunk, new Set()))].filter((name) => !page.has(name));
    steps.push({ chunk, kilobytes: await kilobytes(brought) });
  }
  return { page: await kilobytes(page), steps, carried: [...page].filter(isStep) };
}

if (import.meta.main) {
  const { page, steps, carried } = await measureForm();
  console.log(`the form's page before a step is shown: ${page.toFixed(1)} KB`);
  for (const { chunk, kilobytes: size } of steps) console.log(`${chunk}: ${size.toFixed(1)} KB more`);
  console.log(carried.length === 0 ? "no step is carried along" : `CARRIED: ${carried.join(", ")}`);
  if (carried.length > 0) process.exitCode = 1;
}
