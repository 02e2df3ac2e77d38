/** Which benchmarks a performance is compared with: those that the reader picked, or else the nearest. */
import { benchmarkOfSetting } from "@portico/api/rules/benchmarks.ts";
import type { AskedBenchmarks } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";

interface Offer {
  /** Ids of those assigned to the holder, the nearest first. */
  benchmarks: readonly number[];
  benchmarkVersion: number;
  marketVersion: number;
}

/** All ids offered to a holder: those assigned, then the firm's setting if it names an instrument. */
export const offeredIds = ({ benchmarks }: Pick<Offer, "benchmarks">, isSet: boolean): number[] => [
  ...benchmarks,
  ...(isSet ? [benchmarkOfSetting] : []),
];

/** `badInput` for one that is not offered to the holder, whether it exists or not, and for one that is named twice. */
export function askedBenchmarks(
  offer: Offer,
  isSet: boolean,
  query: string | undefined,
  path = "benchmarks",
): AskedBenchmarks {
  const offered = offeredIds(offer, isSet);
  const picked = query?.split(",").map(Number);
  const refuse = (code: "notAllowed" | "twice") => new Refusal("badInput", { fields: [{ path, code }] });
  if (picked && new Set(picked).size < picked.length) throw refuse("twice");
  if (picked?.some((id) => !offered.includes(id))) throw refuse("notAllowed");
  const ids = picked ?? offered.slice(0, 1);
  // Market data of instruments that are not held matter only here; the setting's instrument is in the custody's stamp.
  const ofOwn = ids.some((id) => id !== benchmarkOfSetting) ? `${offer.benchmarkVersion} ${offer.marketVersion}` : "";
  return {
    ids,
    picked: picked !== undefined,
    offered: offered.length,
    stamp: `${ids.join(",")} ${offered.length} ${ofOwn}`,
  };
}
