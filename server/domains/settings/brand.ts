/** What the firm's brand may contain beyond its shape. */
import type { FieldCode } from "@portico/api/errors.ts";
import { isReadable } from "@portico/api/rules/brand-colours.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { markLogoStored } from "./logo.queries.ts";

/**
 * The fields with accents that people could not read, or with a logo that was not uploaded; one that was belongs to the
 * brand from now on. Not a part of the shape: what was stored before still counts.
 */
export async function findBrandFaults(
  trx: Trx,
  { accent, logo }: SettingValue<"brand">,
): Promise<{ path: string; code: FieldCode }[]> {
  const unreadable = (["light", "dark"] as const)
    .filter((scheme) => !isReadable(accent[scheme], scheme))
    .map((scheme) => ({ path: `accent.${scheme}`, code: "lowContrast" as const }));
  if (unreadable.length > 0 || logo === null) return unreadable;
  return (await markLogoStored(trx, Buffer.from(logo, "hex"))) ? [] : [{ path: "logo", code: "unknown" }];
}
