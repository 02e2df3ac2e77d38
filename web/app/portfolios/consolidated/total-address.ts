/** What the page of all portfolios shows, kept in its address: currency, and whole or own share. */
import { currenciesInUse } from "@portico/api/currencies.ts";
import { totalsOf } from "@portico/api/rules/portfolio-totals.ts";
import { useSearchParams } from "react-router";

export type TotalOf = (typeof totalsOf)[number];

export function useTotalAddress() {
  const [address, setAddress] = useSearchParams();
  const set = (name: "currency" | "of", value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const asked = address.get("currency") ?? "";
  return {
    /** Undefined for the firm's. */
    currency: currenciesInUse.includes(asked) ? asked : undefined,
    of: totalsOf.find((one) => one === address.get("of")) ?? ("whole" as const),
    setCurrency: (code: string) => set("currency", code),
    setOf: (of: string) => set("of", of),
  };
}
