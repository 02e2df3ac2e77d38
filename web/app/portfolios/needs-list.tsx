/** Open actions of the person: only current ones, each with one link. */
import type { OrderRow } from "@portico/api/portfolios.ts";
import { useFirmDay } from "../shell/firm-day.ts";
import { LocaleLink } from "../shell/locale-link.tsx";
import { useOwnFactors } from "../shell/use-own-factors.ts";
import { formatDay } from "../ui/format.ts";
import { Section } from "../ui/section.tsx";
import { Bar } from "../ui/skeletons.tsx";
import { Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./dashboard.module.css";
import { useOrders } from "./entries/use-entries.ts";
import { lacksFigures } from "./gap-text.ts";
import { monthsBefore } from "./performance/ranges.ts";
import type { KnownPortfolio } from "./portfolio-state.ts";

export interface Need {
  id: string;
  text: string;
  action: string;
  to: string;
}

/** Requests that staff answered in the last month. */
const isAnswered = (row: OrderRow): row is OrderRow & { state: "done" | "declined" } =>
  row.key.startsWith("request-") && (row.state === "done" || row.state === "declined");

/** `first`: open actions from other domains. */
export function NeedsList({
  known,
  first,
  isLoading,
}: {
  known: KnownPortfolio | undefined;
  first: readonly Need[];
  /** Some of `first` is not known yet. */
  isLoading: boolean;
}) {
  const t = useText();
  const language = useLanguage();
  const { needs, isLoading: areNeedsLoading } = useNeeds(known);
  const firmDay = useFirmDay();
  const today = firmDay();
  const hasPortfolio = Boolean(known?.portfolio);
  const { rows, error } = useOrders({ from: monthsBefore(today, 1), to: today, enabled: hasPortfolio });
  const answered = (rows ?? [])
    .filter(isAnswered)
    .slice(0, 3)
    .map(
      (row): Need => ({
        id: row.key,
        text: t(`dashboard.needs.${row.state}`, { day: formatDay(language, firmDay(new Date(row.date))) }),
        action: t("dashboard.needs.answerAction"),
        to: "/portfolio?part=orders",
      }),
    );
  const all = [...first, ...needs, ...answered];
  const isAnythingLoading = isLoading || areNeedsLoading || !known || (hasPortfolio && !rows && !error);
  return (
    <Section title={t("dashboard.needs.title")}>
      {all.length === 0 ? (
        isAnythingLoading ? (
          <Loading>
            <Bar height="3.25rem" />
          </Loading>
        ) : (
          <p className={styles.nothing}>{t("dashboard.needs.nothing")}</p>
        )
      ) : (
        <ul className={styles.needs}>
          {all.map((need) => (
            <li key={need.id}>
              <span>{need.text}</span>
              <LocaleLink to={need.to} className={styles.action}>
                {need.action}
              </LocaleLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function useNeeds(known: KnownPortfolio | undefined): { needs: Need[]; isLoading: boolean } {
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
