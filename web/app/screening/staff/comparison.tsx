/** Our person and the entry of the list, side by side. */
import type { Candidate } from "@portico/api/screening.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./screening.module.css";

export function Comparison({ candidate: { subject, entry } }: { candidate: Candidate }) {
  const t = useText();
  const language = useLanguage();
  const nameOfCountry = new Intl.DisplayNames([language], { type: "region", fallback: "code" });
  const countries = (codes: readonly string[]) =>
    codes.map((code) => (/^[A-Z]{2}$/.test(code) ? (nameOfCountry.of(code) ?? code) : code));
  const rows: [string, readonly string[], readonly string[]][] = [
    [t("admin.screening.names"), subject.names, entry.names],
    [t("admin.screening.births"), subject.births, entry.births],
    [t("admin.screening.countries"), countries(subject.countries), countries(entry.countries)],
    [t("admin.screening.topics"), [], entry.topics],
    [t("admin.screening.programmes"), [], entry.programmes],
  ];
  return (
    <Section>
      <table className={styles.comparison}>
        <thead>
          <tr>
            <th scope="col">{t("admin.screening.field")}</th>
            <th scope="col">{t("admin.screening.ourName")}</th>
            <th scope="col">{t("admin.screening.theirName")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ours, theirs]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <Values label={t("admin.screening.ourName")} values={ours} />
              <Values label={t("admin.screening.theirName")} values={theirs} />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Values({ label, values }: { label: string; values: readonly string[] }) {
  const t = useText();
  return (
    <td data-label={label}>
      {values.length === 0 ? (
        <span className={styles.unknown}>{t("admin.screening.unknown")}</span>
      ) : (
        values.map((value) => (
          <span key={value} className={styles.value}>
            {value}
          </span>
        ))
      )}
    </td>
  );
}
