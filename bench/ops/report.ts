/** What came of the calls. */
import { countStored } from "./clients.ts";
import type { Failure, Traffic } from "./traffic.ts";

/** Ends the calls, and prints what failed and whether what was acknowledged is stored once. */
export async function report(traffic: Traffic, ownerUrl: string, what: string): Promise<void> {
  await traffic.end();
  const { lost, twice } = await countStored(ownerUrl, traffic.answered.written);
  const unsure = await countStored(ownerUrl, traffic.unsure);
  const kinds: Record<string, number> = {};
  for (const { call, outcome } of traffic.failures) {
    const kind = `${call.split(" ")[0]} ${outcome}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  console.info(
    `${what}: ${traffic.answered.count} calls answered, ${traffic.failures.length} failed ${JSON.stringify(kinds)}; ` +
      `${traffic.answered.written.length} comments written, ${lost} lost, ${twice} stored twice; ` +
      `of ${traffic.unsure.length} whose call failed, ${traffic.unsure.length - unsure.lost} were stored`,
  );
}

/** Prints failed calls since a moment, the first twenty. */
export function showFailures(failures: readonly Failure[], since: Date): void {
  for (const { at, call, outcome } of failures.filter(({ at: when }) => when >= since).slice(0, 20))
    console.info(`  ${at.getTime() - since.getTime()} ms after: ${call}: ${outcome}`);
}
