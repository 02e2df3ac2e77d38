/** Names of the parts of an allocation in the reader's language. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { useMemo } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { AllocationKind, AllocationRow } from "./allocation.ts";

/** Name of a row's part. */
export function usePartLabel(kind: AllocationKind): (row: AllocationRow) => string {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(language, { type: "region" });
    const unknown = ({ type }: InstrumentRow) => (type === 9 ? t("portfolios.class.cash") : t("allocation.unknown"));
    const labels = {
      instrument: (row: InstrumentRow) => row.name,
      class: ({ assetClass }: InstrumentRow) => t(`portfolios.class.${assetClass ?? "unknown"}`),
      currency: (row: InstrumentRow) => nameOf(row.instrumentCurrency),
      country: (row: InstrumentRow) => (row.country ? (countries.of(row.country) ?? row.country) : unknown(row)),
      sector: (row: InstrumentRow) => (row.sector ? t(`allocation.sector.${row.sector}`) : unknown(row)),
      custodian: ({ custodian }: AllocationRow) => custodian ?? t("allocation.notStated"),
    };
    return labels[kind];
  }, [t, language, nameOf, kind]);
}
