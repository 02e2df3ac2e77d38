/** Category and mandate of a client as reports state them. */
import type { ClientCategory, MandateService, StatementFrequency } from "@portico/api/rules/mandates.ts";

export interface MandateFacts {
  category: ClientCategory;
  service: MandateService;
  leverage: boolean;
  frequency: StatementFrequency | null;
  singleConfirmations: boolean;
  /** Another one held on some day of the period. */
  changed: boolean;
}

export interface AgreedBenchmark {
  /** In each language. */
  name: { bg: string; en: string; pl: string };
  /** Whether income is in it. */
  returnKind: "price" | "total" | "mixed";
  /** Exact; null without values. */
  percent: string | null;
  /** The first day with a value, if it is later than the close before the period. */
  from: string | null;
}
