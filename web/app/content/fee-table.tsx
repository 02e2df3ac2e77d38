/** What the firm charges: the one table of fees, on its page and in the preview of its editor. */
import type { FeeRow } from "@portico/api/settings/fees.ts";
import { formatAmount, formatPercent } from "../ui/format.ts";
import { type Language, type Translate, useLanguage, useText } from "../ui/text.tsx";
import styles from "./content.module.css";

/** With as many decimals as were typed. */
const percent = (language: Language, value: string): string =>
  formatPercent(language, value, value.split(".")[1]?.length ?? 0);
const amount = (language: Language, value: string, currency: string): string =>
  `${formatAmount(language, value, currency)}\u00a0${currency}`;

/** "1.25% per year", "5.00 EUR per payment". */
function feeText(t: Translate, language: Language, { kind, value, currency, unit }: FeeRow): string {
  const fee = kind === "percent" ? percent(language, value) : amount(language, value, currency ?? "");
  return t("content.fee", { fee, unit: t(`content.feeUnit.${unit}`) });
}

export function FeeTable({ fees }: { fees: readonly FeeRow[] }) {
  const t = useText();
  const language = useLanguage();
  if (fees.length === 0) return <p>{t("content.noFees")}</p>;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t("content.fees")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("content.service")}</th>
          <th scope="col">{t("content.feeColumn")}</th>
          <th scope="col">{t("content.vat")}</th>
        </tr>
      </thead>
      <tbody>
        {fees.map((fee) => (
          <tr key={fee.id}>
            <th scope="row">
              {fee.name[language]}
              {fee.note[language] && <small>{fee.note[language]}</small>}
            </th>
            <td>
              {feeText(t, language, fee)}
              {fee.minimum && fee.currency && (
                <small>{t("content.minimum", { amount: amount(language, fee.minimum, fee.currency) })}</small>
              )}
            </td>
            <td>{t(fee.vatAdded ? "content.vatAdded" : "content.vatNone")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
