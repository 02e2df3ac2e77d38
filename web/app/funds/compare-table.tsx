/** Up to three definitions side by side. */
import type { CSSProperties } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { type Compared, compareLines } from "./compare-lines.tsx";
import { comparisonId, searchOfCompared } from "./compared.ts";
import styles from "./funds.module.css";
import { PastWarnings } from "./warnings.tsx";

export function CompareTable({ compared, base }: { compared: readonly Compared[]; base: string }) {
  const t = useText();
  const language = useLanguage();
  const ids = compared.map(({ definition }) => definition.id);
  const lines = compareLines(t, language);
  return (
    <Section id={comparisonId} title={t("funds.compare.title")}>
      <table
        className={`${styles.table} ${styles.compared} ${styles.stacked}`}
        style={{ "--columns": Math.max(1, compared.length) } as CSSProperties}
      >
        <caption className="visually-hidden">{t("funds.compare.title")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("funds.compare.fact")}</span>
            </th>
            {compared.map(({ definition: { id, name } }) => (
              <th key={id} scope="col">
                <LocaleLink to={`${base}/${id}`}>{name[language]}</LocaleLink>
                <LocaleLink
                  className={styles.remove}
                  to={`${base}${searchOfCompared(ids.filter((other) => other !== id))}`}
                >
                  {t("funds.compare.remove")} <span className="visually-hidden">{name[language]}</span>
                </LocaleLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, show }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {compared.map((one) => (
                <td key={one.definition.id}>{show(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t("funds.costs.assumption")}</p>
      <PastWarnings currencies={[...new Set(compared.map(({ definition }) => definition.currency))]} />
    </Section>
  );
}
