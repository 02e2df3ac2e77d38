/** What an export is of, as its task takes it. */
import type { ExportContent, ExportFormat, ExportScope, PositionDays } from "@portico/api/rules/data-exports.ts";
import type { Language } from "@portico/api/shapes.ts";

export interface ExportOrder {
  contents: readonly ExportContent[];
  format: ExportFormat;
  /** Of CSV: how columns are separated and decimals written. */
  language: Language;
  from: string;
  /** Today at most. */
  to: string;
  positions: PositionDays;
  scope: ExportScope;
  group: string | null;
  custodianId: number | null;
}
