/** Ways to measure a call, shared by the benchmark's rows. */
import autocannon from "autocannon";

export interface Row {
  what: string;
  ours: number;
  base: number;
  wanted: string;
  reached: (ratio: number) => boolean;
}
export const atMost = (most: number) => ({ wanted: `≤ ${most}`, reached: (ratio: number) => ratio <= most });
export const atLeast = (least: number) => ({
  wanted: `≥ ${Number(least.toFixed(2))}`,
  reached: (ratio: number) => ratio >= least,
});

/** Requests per second of the first row's bare route on the machine on which the limits in milliseconds were set. */
const referenceRate = 9800;
/** How many times slower this machine is, by the same route in this run; 1 for a faster one. */
export const slownessAt = (bareRate: number): number => Math.max(1, referenceRate / bareRate);

const seconds = 4;
const rounds = 5;
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Headers = Record<string, string>;

/** Ten connections for a few seconds: calls per second, and the 99th percentile in milliseconds. */
export async function load(url: string, headers: Headers = {}): Promise<{ perSecond: number; p99: number }> {
  const taken: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, headers, connections: 10, duration: seconds }, (error, answer) =>
      error ? reject(error as Error) : resolve(answer),
    );
    // The generator's own percentiles are whole milliseconds.
    run.on("response", (_client, _status, _bytes, milliseconds) => taken.push(milliseconds));
  });
  // 304 is an answer.
  if (result.non2xx > result["3xx"] || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const sorted = taken.toSorted((a, b) => a - b);
  return { perSecond: result.requests.average, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Milliseconds of one call. */
export async function once(url: string, headers: Headers = {}): Promise<number> {
  const before = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - before;
}

/** Milliseconds of sequential calls, as a median. */
export async function alone(url: string, headers: Headers = {}): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < 220; index++) {
    const milliseconds = await once(url, headers);
    if (index >= 20) taken.push(milliseconds);
  }
  return median(taken);
}

/** Two measurements in turn, so that a slowdown of the machine affects both; medians of several rounds. */
export async function pair(
  ours: () => Promise<number>,
  base: () => Promise<number>,
): Promise<{ ours: number; base: number }> {
  const measured: { ours: number; base: number }[] = [];
  for (let round = 0; round < rounds; round++) measured.push({ base: await base(), ours: await ours() });
  return { ours: median(measured.map((one) => one.ours)), base: median(measured.map((one) => one.base)) };
}
