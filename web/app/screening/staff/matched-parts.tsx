/** What matched, and how far. */
import type { Candidate } from "@portico/api/screening.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { scoreText } from "./candidate-columns.tsx";
import styles from "./screening.module.css";

export function MatchedParts({ candidate: { match } }: { candidate: Candidate }) {
  const t = useText();
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const { ourName, theirName, nameScore, words, birth, country, features } = match;
  return (
    <Section title={t("admin.screening.matched")}>
      <p>
        {ourName} · {theirName}
      </p>
      <ul className={styles.words}>
        {nameScore !== null && <li>{t("admin.screening.nameScore", { percent: percent.format(nameScore) })}</li>}
        {words.map(({ ours, theirs, how }) => (
          <li key={`${ours} ${theirs}`}>
            {ours} · {theirs}: {t(`admin.screening.word.${how}`)}
          </li>
        ))}
        <li>{t(`admin.screening.birth.${birth}`)}</li>
        <li>{t(`admin.screening.country.${country}`)}</li>
        {features.map(({ name, score, detail }) => (
          <li key={name}>
            {name}: {scoreText(language, score)} {detail}
          </li>
        ))}
      </ul>
    </Section>
  );
}
