/** This machine's clock beside the database's, and beside that of a server outside that the settings name anyway. */
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { type CheckParts, found } from "./check.ts";

/** As `/ready` and the alert PorticoClock have it. */
const databaseSeconds = 5;
/** A header names whole seconds, and the answer takes a while. */
const outsideSeconds = 30;

/** Seconds by which this machine is ahead of `there`, asked between two moments. */
const aheadOf = (there: Date, began: number, ended: number): number =>
  Math.round(((began + ended) / 2 - there.getTime()) / 100) / 10;

async function askDatabase({ database }: CheckParts): Promise<number | undefined> {
  if (!database.ask) return undefined;
  const began = Date.now();
  const [row] = await database.ask<{ now: Date }>("select clock_timestamp() as now");
  return row && aheadOf(row.now, began, Date.now());
}

/** The addresses of the settings that lead to somebody else's machine. */
const outsideOf = ({ config }: CheckParts): string[] =>
  [
    config.timestamp?.url,
    config.sharepoint?.loginUrl,
    config.filesS3?.endpoint,
    config.custodianUrl,
    config.nameCheckUrl,
  ].filter((url) => url !== undefined);

async function askOutside(url: string, signal: AbortSignal): Promise<number | undefined> {
  const began = Date.now();
  const answer = await fetch(url, { method: "HEAD", redirect: "manual", signal }).catch(() => undefined);
  await answer?.body?.cancel();
  const date = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : aheadOf(new Date(date), began, Date.now());
}

export async function checkClock(parts: CheckParts): Promise<Finding[]> {
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(5000)]);
  const [ahead, ...outside] = await Promise.all([
    askDatabase(parts),
    ...outsideOf(parts).map(async (url) => ({ host: new URL(url).host, ahead: await askOutside(url, signal) })),
  ]);
  const faults: Finding[] = [];
  if (ahead !== undefined && Math.abs(ahead) > databaseSeconds)
    faults.push(found("clockDatabase", { seconds: String(Math.abs(ahead)) }));
  const wrong = outside.filter((one) => one.ahead !== undefined && Math.abs(one.ahead) > outsideSeconds);
  const answered = outside.filter((one) => one.ahead !== undefined);
  // One of several whose own clock is wrong says nothing of this machine.
  if (wrong.length > 0 && wrong.length * 2 >= answered.length)
    for (const { host, ahead: by = 0 } of wrong.slice(0, 1))
      faults.push(found("clockOutside", { host, seconds: String(Math.round(Math.abs(by))) }));
  if (faults.length > 0) return faults;
  const names = [...(ahead === undefined ? [] : ["PostgreSQL"]), ...answered.map(({ host }) => host)];
  return [names.length === 0 ? found("clockUncompared") : found("clockRight", { names: names.join(", ") })];
}
