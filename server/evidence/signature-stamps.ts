/** What stands in the frames for signatures of a contract once it is sealed: who signed, when, and where the proof is. */
import { textIn } from "@portico/messages/server-text.ts";
import type { WrittenPdf } from "@portico/pdf/write.ts";
import { shownIn } from "./evidence-blocks.ts";
import { publishedAt, type SignedContract } from "./evidence-data.ts";

export type SignaturePlace = WrittenPdf["signatures"][number];
export type PlacedStamp = SignaturePlace & { lines: string[] };

/** More do not fit into a frame legibly. */
const mostNames = 3;

/** In the contract's language, with times of the zone. Frames that are neither the client's nor the firm's stay empty. */
export function signatureStamps(
  data: SignedContract,
  places: readonly SignaturePlace[],
  timeZone: string,
): PlacedStamp[] {
  const { contract, firm } = data;
  const t = textIn(contract.language);
  const shown = shownIn(contract.language, timeZone);
  const reference = t("evidence.stamp.id", { id: `${contract.id}`, hash: contract.sha256.slice(0, 16) });
  const proof = [t("evidence.stamp.proof"), publishedAt(data).replace(/^https?:\/\//, "")];
  const linesOf = (side: "client" | "firm"): string[] => {
    const signatures = data.signatures.filter((one) => one.side === side);
    const [only] = signatures;
    if (!only) return side === "firm" ? [firm, t("evidence.stamp.seal")] : [];
    if (signatures.length === 1) return [only.name, t("evidence.stamp.at", { at: shown(only.at) })];
    const named = signatures.slice(0, mostNames).map(({ name, at }) => `${name}, ${shown(at)}`);
    const count = signatures.length - named.length;
    return count > 0 ? [...named, t("evidence.stamp.more", { count })] : named;
  };
  return places.flatMap((place): PlacedStamp[] => {
    const lines = place.id === "client" || place.id === "firm" ? linesOf(place.id) : [];
    return lines.length === 0 ? [] : [{ ...place, lines: [...lines, reference, ...proof] }];
  });
}
