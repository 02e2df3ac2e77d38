/** The risk profile with the reasons that raised, lowered or limited it. */

import { formText } from "../../shell/form-text.ts";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";

interface RiskProfileProps {
  result: { profile: string; reasons: readonly { code: string; effect: string }[] };
}

export function RiskProfile({ result: { profile, reasons } }: RiskProfileProps) {
  const t = useText();
  return (
    <Section title={t("forms.page.riskProfile")} hint={t("forms.page.riskProfileHint")}>
      <p className={styles.profile}>{formText(t, `forms.riskProfile.${profile}`)}</p>
      <ul className={styles.reasons}>
        {reasons
          .filter(({ effect }) => effect !== "neutral")
          .map(({ code, effect }) => (
            <li key={code} data-effect={effect}>
              <span>{formText(t, `forms.reason.${code}`)}</span> {formText(t, `forms.effect.${effect}`)}
            </li>
          ))}
      </ul>
    </Section>
  );
}
