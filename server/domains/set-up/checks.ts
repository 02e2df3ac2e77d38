/** The operator's checks as administrators see them: what this process finds, asked by many at a time once. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { setUp } from "@portico/api/set-up.ts";
import type { Pool } from "pg";
import { checkFromInside } from "../../checks/checks.ts";
import type { Context } from "../../kernel/context.ts";
import { sharedReads } from "../../kernel/shared-reads.ts";

type Detail = Answer<(typeof setUp)["check"]>;

/** A page does not wait for as long as the command. */
const limitMs = 12_000;

/** Each run calls half a dozen systems, so that several pages do not begin one each; by the connections of a portal. */
const runs = new WeakMap<Pool, () => Promise<Detail>>();

export function getChecks({ config, pool, now }: Context): Promise<Detail> {
  const run =
    runs.get(pool) ??
    sharedReads(async () => {
      const checks = await checkFromInside({ config, pool }, { limitMs });
      return { at: now().toISOString(), checks };
    });
  runs.set(pool, run);
  return run();
}
