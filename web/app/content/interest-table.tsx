/** The interest on the clients' money, by currency. */
import type { Treasury } from "@portico/api/settings/fees.ts";
import { Day } from "../ui/dates.tsx";
import { formatPercent } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./content.module.css";

export function InterestTable({ treasury: { interest, asOf } }: { treasury: Treasury }) {
  const t = useText();
  const language = useLanguage();
  if (interest.length === 0 || asOf === null) return <p>{t("content.noInterest")}</p>;
  return (
    <table className={styles.table}>
      <caption>
        {t("content.interest")}, <Day day={asOf} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("content.currency")}</th>
          <th scope="col">{t("content.rate")}</th>
        </tr>
      </thead>
      <tbody>
        {interest.map(({ currency, rate, note }) => (
          <tr key={currency}>
            <th scope="row">
              {currency}
              {note[language] && <small>{note[language]}</small>}
            </th>
            <td>{formatPercent(language, rate, Math.max(2, rate.split(".")[1]?.length ?? 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
