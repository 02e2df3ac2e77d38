/**
 * A yente server (OpenSanctions), by its own OpenAPI document:
 *
 *   GET  {base}/catalog                                   → { datasets: [{ name, version?, updated_at? }] }
 *   POST {base}/match/{dataset}?threshold=0.8&limit=20    { queries: { q0: { schema, properties } } }
 *                                                         → { responses: { q0: { status, results: [entity with score] } } }
 */
import { z } from "zod";
import type { Outside, OutsideRequest } from "../outside/outside.ts";

/** Entities have some kilobytes; twenty of each of fifty queries are below this. */
const maxBytes = 16 * 1024 * 1024;
const timeoutMs = 30_000;
/** The server takes a hundred by default. */
export const mostQueries = 50;
const mostResults = 20;

export interface YenteServer {
  /** Without a trailing slash. */
  url: string;
  dataset: string;
}
export interface YenteQuery {
  schema: "Person" | "Company" | "LegalEntity";
  properties: Readonly<Record<string, readonly string[]>>;
}

const explained = z.object({ score: z.number().nullish(), detail: z.string().nullish() });
const result = z.object({
  id: z.string().min(1),
  caption: z.string(),
  schema: z.string(),
  properties: z.record(z.string(), z.array(z.unknown())),
  score: z.number().min(0).max(1),
  explanations: z.record(z.string(), explained).default({}),
  last_change: z.string().nullish(),
});
export type YenteResult = z.infer<typeof result>;

const matchAnswer = z.object({
  responses: z.record(z.string(), z.object({ status: z.number(), results: z.array(result).max(1000) })),
});
const catalogAnswer = z.object({
  datasets: z
    .array(z.object({ name: z.string(), version: z.string().nullish(), updated_at: z.string().nullish() }))
    .max(10_000),
});

/** The time limit covers the whole answer, not just its first byte; a redirect is no answer that can be used. */
async function ask(
  outside: Outside,
  request: Pick<OutsideRequest, "url" | "method" | "headers" | "body">,
): Promise<unknown> {
  const { status, body } = await outside.request({ ...request, timeoutMs, maxBytes, longer: "refuse" });
  if (status !== 200) throw new Error(`the screening service answered with status ${status}`);
  return JSON.parse(body.toString());
}

/** The version of the dataset; throws if the server does not have it, or is slow, away or something else. */
export async function fetchYenteVersion(outside: Outside, { url, dataset }: YenteServer): Promise<string> {
  const { datasets } = catalogAnswer.parse(
    await ask(outside, { url: `${url}/catalog`, method: "GET", headers: { accept: "application/json" } }),
  );
  const found = datasets.find(({ name }) => name === dataset);
  if (!found) throw new Error(`the screening service has no dataset ${dataset}`);
  return found.version ?? found.updated_at ?? "unknown";
}

/** The results of each query at or above the threshold, in the order of the queries; `mostQueries` at most. */
export async function fetchYenteMatches(
  outside: Outside,
  { url, dataset }: YenteServer,
  queries: readonly YenteQuery[],
  threshold: number,
): Promise<YenteResult[][]> {
  const search = new URLSearchParams({ threshold: String(threshold), limit: String(mostResults) });
  const body = { queries: Object.fromEntries(queries.map((query, at) => [`q${at}`, query])) };
  const { responses } = matchAnswer.parse(
    await ask(outside, {
      url: `${url}/match/${encodeURIComponent(dataset)}?${search.toString()}`,
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return queries.map((_, at) => {
    const answer = responses[`q${at}`];
    // A query that was not answered is not one without results.
    if (!answer || answer.status !== 200) throw new Error(`the screening service did not answer query ${at}`);
    return answer.results.filter(({ score }) => score >= threshold);
  });
}
