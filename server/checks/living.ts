/** The portal's processes that live, as the database knows them. */
import { goneAfterSeconds } from "../processes/agreement.ts";
import type { Ask } from "./quiet-database.ts";

/** Their ids; none before the tables were made. */
export async function listLiving(ask: Ask): Promise<string[]> {
  const [there] = await ask<{ found: boolean }>("select to_regclass('public.portal_process') is not null as found");
  if (!there?.found) return [];
  const rows = await ask<{ id: string }>(
    "select id from portal_process where seen_at > now() - make_interval(secs => $1)",
    [goneAfterSeconds],
  );
  return rows.map(({ id }) => id);
}
