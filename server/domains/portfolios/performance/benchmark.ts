/** The firm's benchmark, which performance is compared with. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { findByIsin } from "../../market-data/market-data.ts";

/** The field with the benchmark if no instrument has its ISIN. */
export async function findBenchmarkFaults(
  trx: Trx,
  { benchmarkIsin }: SettingValue<"portalRules">,
): Promise<{ path: string; code: FieldCode }[]> {
  if (benchmarkIsin === null || (await findByIsin(trx, benchmarkIsin))) return [];
  return [{ path: "benchmarkIsin", code: "unknownInstrument" }];
}
