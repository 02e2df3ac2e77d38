/** Open actions about the portfolio, a missing second factor, announced deposits, and requests that staff answered. */

import type { OrderRow } from "@portico/api/portfolios.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { useFirmDay } from "../shell/firm-day.ts";
import { useOwnFactors } from "../shell/session/use-own-factors.ts";
import { formatDay, formatMoney } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import { useLater } from "../ui/use-later.ts";
import { useOrders } from "./entries/use-entries.ts";
import { lacksFigures } from "./gap-text.ts";
import type { Need } from "./needs-list.tsx";
import type { KnownPortfolio } from "./portfolio-state.ts";

interface Needs {
  needs: Need[];
  isLoading: boolean;
}

export function usePortfolioNeeds(known: KnownPortfolio | undefined): Needs {
  const current = useCurrentNeeds(known);
  const answered = useOwnRequests(Boolean(known?.portfolio));
  return {
    needs: [...current.needs, ...answered.needs],
    isLoading: !known || current.isLoading || answered.isLoading,
  };
}

/** Deposits that the client announced, whose money has not arrived. */
const isAnnounced = (row: OrderRow): boolean =>
  row.key.startsWith("request-") && row.side === "deposit" && row.state === "open";

/** Requests that staff answered in the last month. */
const isAnswered = (row: OrderRow): row is OrderRow & { state: "done" | "declined" } =>
  row.key.startsWith("request-") && (row.state === "done" || row.state === "declined");

function useOwnRequests(hasPortfolio: boolean): Needs {
  const t = useText();
  const language = useLanguage();
  const firmDay = useFirmDay();
  const today = firmDay();
  const { rows, error } = useOrders({ ...presetRange("1M", today), enabled: useLater() && hasPortfolio });
  const dayOf = (row: OrderRow): string => formatDay(language, firmDay(new Date(row.date)));
  const announced = (rows ?? []).filter(isAnnounced).slice(0, 3);
  const answered = (rows ?? []).filter(isAnswered).slice(0, 3);
  return {
    needs: [
      ...announced.map((row) => ({
        id: row.key,
        text: t("dashboard.needs.deposit", {
          amount: formatMoney(language, row.sum ?? 0, row.currency ?? ""),
          day: dayOf(row),
        }),
        action: t("dashboard.needs.depositAction"),
        to: "/money#pay-in",
      })),
      ...answered.map((row) => ({
        id: row.key,
        text: t(`dashboard.needs.${row.state}`, { day: dayOf(row) }),
        action: t("dashboard.needs.answerAction"),
        to: "/portfolio?part=orders",
      })),
    ],
    isLoading: hasPortfolio && !rows && !error,
  };
}

function useCurrentNeeds(known: KnownPortfolio | undefined): Needs {
  const t = useText();
  const { hasNone: hasNoFactor, isLoading } = useOwnFactors();
  const portfolio = known?.portfolio;
  const toPortfolio = t("dashboard.toPortfolio");
  const needs = [
    known &&
      portfolio === undefined && {
        id: "timeout",
        text: t("dashboard.needs.timeout"),
        action: toPortfolio,
        to: "/portfolio",
      },
    portfolio &&
      lacksFigures(portfolio) && {
        id: "gaps",
        text: t("dashboard.needs.gaps"),
        action: t("dashboard.needs.gapsAction"),
        to: "/portfolio",
      },
    portfolio &&
      portfolio.cashBelowZero && {
        id: "cash",
        text: t("dashboard.needs.cash"),
        action: t("dashboard.needs.cashAction"),
        to: "/portfolio#cash",
      },
    hasNoFactor && {
      id: "factor",
      text: t("dashboard.needs.factor"),
      action: t("dashboard.needs.factorAction"),
      to: "/profile",
    },
  ].filter((need): need is Need => Boolean(need));
  return { needs, isLoading };
}
