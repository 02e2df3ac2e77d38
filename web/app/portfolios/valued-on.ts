/** The day that a portfolio is valued on, as a reader anywhere may understand it. */
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import type { PortfolioTotals } from "./portfolio-state.ts";

type Days = Pick<PortfolioTotals, "valuationDay"> & { quotedUntil?: string | null };

/** A day that has begun for the reader: the firm's may be tomorrow elsewhere. */
export function begun(day: string, now = new Date()): string {
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const own = `${now.getFullYear()}-${month}-${date}`;
  return day < own ? day : own;
}

/** Prices of the newest day that has any; where none was needed, the balances of the day. */
export function useValuedOn({ quotedUntil, valuationDay }: Days): string {
  const t = useText();
  const language = useLanguage();
  if (quotedUntil) return t("portfolios.page.lead", { day: formatDay(language, quotedUntil) });
  return t("portfolios.page.leadDay", { day: formatDay(language, begun(valuationDay)) });
}
