/** Names of our columns, and of other parts of a mapping. */
import type { OurColumn } from "@portico/api/imports/mapping-columns.ts";
import type { Translate } from "../../../ui/text.tsx";

export const partName = (t: Translate, part: string): string =>
  t(`admin.mappings.part.${part as OurColumn | "kind" | "formats"}`);
