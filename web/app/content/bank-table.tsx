/** The banks that hold the clients' money. */
import type { Treasury } from "@portico/api/settings/fees.ts";
import { Day } from "../ui/dates.tsx";
import { formatPercent } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./content.module.css";

export function BankTable({ treasury: { banks, asOf } }: { treasury: Treasury }) {
  const t = useText();
  const language = useLanguage();
  if (banks.length === 0 || asOf === null) return <p>{t("content.noBanks")}</p>;
  const countries = new Intl.DisplayNames(language, { type: "region" });
  const hasShares = banks.some(({ share }) => share !== null);
  return (
    <table className={styles.table}>
      <caption>
        {t("content.banks")}, <Day day={asOf} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("content.bank")}</th>
          <th scope="col">{t("content.country")}</th>
          {hasShares && <th scope="col">{t("content.share")}</th>}
        </tr>
      </thead>
      <tbody>
        {banks.map(({ name, country, share }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{countries.of(country)}</td>
            {hasShares && <td>{share && formatPercent(language, share, share.split(".")[1]?.length ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
