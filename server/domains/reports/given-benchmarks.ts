/** Agreed benchmarks of a holder as they were made up when a report was asked for. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { listStanding } from "../mandates/mandates.ts";
import { readDefinitions } from "../portfolios/benchmarks/definitions.ts";
import { type KnownBenchmark, withKnownValues } from "../portfolios/benchmarks/known-benchmarks.ts";

export interface MandateGiven {
  benchmarks: KnownBenchmark[];
}

/** Of every mandate of the holder that counts. */
export async function readMandateGiven({ db }: { db: Db }, holder: Holder): Promise<MandateGiven> {
  const agreed = (await listStanding(db, holder)).flatMap(({ benchmark }) => benchmark ?? []);
  const definitions = await readDefinitions(db, [...new Set(agreed)]);
  return { benchmarks: await withKnownValues(db, definitions) };
}
