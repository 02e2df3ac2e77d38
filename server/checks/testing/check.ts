/** One check over settings, as the command and the portal run it. */
import type { CheckId, FindingCode } from "@portico/api/rules/set-up-checks.ts";
import type pg from "pg";
import { type Config, readConfig } from "../../kernel/config.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { type Checked, type CheckOptions, checkFromInside, checkInstallation } from "../checks.ts";

export interface Looked {
  state: Checked["state"];
  codes: FindingCode[];
  /** Of the first finding. */
  detail: string | null;
  values: Record<string, string>;
}

/** Settings as in the environment, in a folder of the test, of a firm that has an address. */
export async function settingsOf(environment: Record<string, string>): Promise<{ config: Config } & CheckOptions> {
  const given = {
    DATA_DIR: await temporaryFolder(),
    DEMO: "off",
    PUBLIC_URL: "https://portal.firm.test",
    ...environment,
  };
  return { config: readConfig(given), environment: given };
}

/** What the check says; with `pool` from inside a portal that runs on this database. */
export async function look(
  id: CheckId,
  { config, pool, ...options }: { config: Config; pool?: pg.Pool } & CheckOptions,
): Promise<Looked> {
  const only = { ...options, only: [id] };
  const [checked] = await (pool ? checkFromInside({ config, pool }, only) : checkInstallation(config, only));
  if (!checked) throw new Error(`no check ${id}`);
  const { state, found } = checked;
  const [first] = found;
  return { state, codes: found.map(({ code }) => code), detail: first?.detail ?? null, values: first?.values ?? {} };
}
