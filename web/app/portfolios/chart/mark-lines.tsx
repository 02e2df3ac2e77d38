/** Marks in words: "2 purchases: 3,400.00 EUR · ACME, GLOB and others". */
import type { Mark } from "@portico/api/portfolio-holding.ts";
import { useCallback } from "react";
import { formatMoney } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./chart.module.css";
import { MarkShape } from "./mark-shape.tsx";

/** Their entries state no price, so nothing is missing. */
const withoutAmount: ReadonlySet<Mark["kind"]> = new Set(["deliveryIn", "deliveryOut", "exchange"]);

/** `isNamed`: with the instruments, unless the chart is of one. */
export function useMarkText(currency: string, isNamed: boolean): (mark: Mark) => string {
  const t = useText();
  const language = useLanguage();
  return useCallback(
    ({ kind, count, amount, names, moreNames }) => {
      const what = t(`portfolios.marks.count.${kind}`, { count });
      const listed = names.join(", ");
      const all = moreNames > 0 ? t("portfolios.marks.others", { names: listed }) : listed;
      if (withoutAmount.has(kind)) return isNamed ? t("portfolios.marks.named", { what, names: all }) : what;
      const money = amount === null ? t("ui.money.unavailable") : formatMoney(language, amount, currency);
      if (!isNamed) return `${what}: ${money}`;
      return t("portfolios.marks.line", { what, amount: money, names: all });
    },
    [t, language, currency, isNamed],
  );
}

export function MarkLines({ marks, textOf }: { marks: readonly Mark[]; textOf: (mark: Mark) => string }) {
  return marks.map((mark) => (
    <span key={mark.kind} className={styles.markLine}>
      <MarkShape kind={mark.kind} />
      {textOf(mark)}
    </span>
  ));
}
