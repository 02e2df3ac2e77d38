/** The valuation day, in terms that apply to readers in any time zone. */
import { formatDay } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { PortfolioTotals } from "../portfolio-state.ts";

type Days = Pick<PortfolioTotals, "valuationDay"> & { quotedUntil?: string | null };

/** A day that has begun for the reader: the firm's day may be tomorrow elsewhere. */
export function begun(day: string, now = new Date()): string {
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const own = `${now.getFullYear()}-${month}-${date}`;
  return day < own ? day : own;
}

/** The newest day of the prices used; if none was needed, the day of the balances. */
export function useValuedOn({ quotedUntil, valuationDay }: Days): string {
  const t = useText();
  const language = useLanguage();
  if (quotedUntil) return t("portfolios.page.lead", { day: formatDay(language, quotedUntil) });
  return t("portfolios.page.leadDay", { day: formatDay(language, begun(valuationDay)) });
}
