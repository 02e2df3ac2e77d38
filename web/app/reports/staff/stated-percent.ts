/** A percentage as it was stated, with all its digits. */
import { formatPercent } from "@portico/api/rules/written-figures.ts";
import type { Language } from "@portico/api/shapes.ts";

export const formatStatedPercent = (language: Language, percent: string): string =>
  formatPercent(language, percent, Math.max(2, percent.split(".")[1]?.length ?? 0));
