/** The portal's processes, as shown to admins. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { jobs } from "@portico/api/jobs.ts";
import type { Context } from "../../kernel/context.ts";
import { isClockOff } from "../../processes/agreement.ts";
import { listProcesses } from "../../processes/processes.queries.ts";

/** Every process that lives or was lost in the last minutes, the newest first. */
export async function listPortalProcesses({ db }: Context): Promise<Answer<(typeof jobs)["processes"]>> {
  const rows = await listProcesses(db);
  const newest = rows.find(({ alive }) => alive);
  return rows.map(
    ({
      id,
      host,
      pid,
      build,
      kind,
      started_at,
      seen_at,
      alive,
      alone,
      reaches_direct,
      reaches_redis,
      clock_ahead_ms,
      replica,
    }) => ({
      id,
      host,
      pid,
      build,
      otherBuild: newest !== undefined && build !== newest.build,
      kind,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      alive,
      alone,
      reachesDirect: reaches_direct,
      reachesRedis: reaches_redis,
      replica,
      clockAheadSeconds: isClockOff(clock_ahead_ms / 1000) ? Math.round(clock_ahead_ms / 1000) : 0,
    }),
  );
}
