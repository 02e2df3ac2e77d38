/** The parts of a holder's that somebody may read, in words. */
import type { DelegatedPart } from "@portico/api/rules/delegations.ts";
import type { Translate } from "../ui/text.tsx";

export const partsText = (t: Translate, parts: readonly DelegatedPart[]): string =>
  parts.map((part) => t(`reports.access.part.${part}`)).join(", ");
