/** The bridge of a range: from the opening value to the closing value, as a table with small bars. */
import type { bridge } from "@portico/api/portfolios.ts";
import type { z } from "zod";
import { Money } from "../../ui/figures.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./bridge.module.css";
import { bridgeBars } from "./bridge-bars.ts";

export function Bridge({ bridge: sums, currency }: { bridge: z.infer<typeof bridge>; currency: string }) {
  const t = useText();
  return (
    <table className={styles.bridge}>
      <caption className="visually-hidden">{t("portfolios.bridge.title")}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("portfolios.bridge.line")}</th>
          <th scope="col">{t("portfolios.bridge.amount", { currency })}</th>
          <th scope="col">{t("portfolios.bridge.picture")}</th>
        </tr>
      </thead>
      <tbody>
        {bridgeBars(sums).map(({ line, amount, start, width }) => {
          const whole = line === "opening" || line === "closing";
          return (
            <tr key={line} data-whole={whole || undefined}>
              <th scope="row">{t(`portfolios.bridge.${line}`)}</th>
              <td>
                <Money amount={amount} currency={currency} result={!whole} />
              </td>
              <td aria-hidden="true">
                <span
                  className={styles.bar}
                  data-sign={whole ? undefined : amount.startsWith("-") ? "minus" : "plus"}
                  style={{ marginInlineStart: `${start}%`, width: `${width}%` }}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
