/**
 * `node bench/machine-keys.ts`: what the check of a machine's key costs beside that of a session, each with its statement, at ten
 * at once. The key's includes its rate and its last use.
 */
import { resolveCaller } from "../server/domains/machines/caller.ts";
import { arrangeKey } from "../server/domains/machines/testing/arranged.ts";
import { openPortal } from "./database.ts";
import { atMost, pair, type Row } from "./measures.ts";

const calls = 4000;
const atOnce = 10;

/** Microseconds of one check, of many at ten at once. */
async function timed(check: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let count = 0; count < calls / atOnce; count++) await check();
    }),
  );
  return ((performance.now() - started) / calls) * 1000;
}

export async function measureMachineKeys(): Promise<Row> {
  const portal = await openPortal();
  const { db } = portal.services;
  const staff = await portal.staff("keys");
  await db
    .insertInto("setting")
    .values({ name: "machineKeys", data: JSON.stringify({ callsPerMinute: 60_000, longestDays: 365 }) })
    .execute();
  const { token } = await arrangeKey(db, { userId: staff.id, scopes: ["users:read"], addresses: ["127.0.0.0/8"] });
  const services = { ...portal.services, config: { ...portal.services.config, rateLimits: true } };
  const check = (secret: string) => () =>
    resolveCaller(services, { token: secret, bind: undefined, address: "127.0.0.1", requestId: "bench" });
  // Both are prepared and in the caches.
  await timed(check(token));
  await timed(check(staff.token));
  const measured = await pair(
    () => timed(check(token)),
    () => timed(check(staff.token)),
  );
  await portal.close();
  return { what: "the check of a machine's key / of a session, at 10 at once, µs", ...measured, ...atMost(1.2) };
}

if (import.meta.main) {
  const { what, ours, base, wanted } = await measureMachineKeys();
  console.log(`${what}: ${ours.toFixed(0)} / ${base.toFixed(0)} = ${(ours / base).toFixed(2)} (${wanted})`);
}
