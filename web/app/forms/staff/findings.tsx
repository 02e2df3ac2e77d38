/** Calculated results of a submission, and inconsistencies with the client's explanations. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type FormType, loadForm } from "@portico/api/forms/forms.ts";
import { eachCode } from "@portico/api/forms/inconsistencies/found.ts";
import { inconsistencyKey, optionKey } from "@portico/api/forms/text-keys.ts";
import { useLoaded } from "../../shell/calls/use-loaded.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { formText } from "../../shell/form-text.ts";
import { formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { placeNames } from "../answers/place-names.ts";
import { type Elsewhere, ElsewhereFindings } from "./elsewhere.tsx";
import styles from "./review.module.css";
import { type TestAttempt, TestAttempts } from "./test-attempts.tsx";

type Revision = Answer<(typeof forms)["getRevision"]>["current"];

interface FindingsProps {
  type: FormType;
  revision: Revision;
  attempts: readonly TestAttempt[];
  elsewhere: Elsewhere;
}

export function Findings({ type, revision, attempts, elsewhere }: FindingsProps) {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const { computed, form_data, settled } = revision;
  const steps = useLoaded(type, () => loadForm(type));
  // A revision contains only what was asked, so neither day nor percentage is needed.
  const given = { form: form_data as FormAnswers, today, ownerPercent: 0, settled };
  const placeOf = placeNames({ t, language }, { type, steps: steps.data ?? [], given, sent: true });
  const { nationalIdentifier, riskProfile, testScore, beneficialOwners, inappropriate } = computed;
  return (
    <Section title={t("admin.review.findings")}>
      <dl className={styles.findings}>
        {nationalIdentifier && (
          <>
            <dt>{t("admin.review.identifier")}</dt>
            <dd className={styles.code}>{nationalIdentifier}</dd>
          </>
        )}
        {riskProfile && (
          <>
            <dt>{t("admin.review.riskProfile")}</dt>
            <dd>
              <RiskProfileFinding profile={riskProfile} />
            </dd>
          </>
        )}
        {testScore && (
          <>
            <dt>{t("forms.word.testScore")}</dt>
            <dd>{t("forms.word.testScoreOf", testScore)}</dd>
          </>
        )}
        {attempts.length > 0 && (
          <>
            <dt>{t("admin.review.attempts")}</dt>
            <dd>
              <TestAttempts attempts={attempts} />
            </dd>
          </>
        )}
        {beneficialOwners.length > 0 && (
          <>
            <dt>{t("admin.review.owners")}</dt>
            <dd>
              <BeneficialOwners owners={beneficialOwners} />
            </dd>
          </>
        )}
        {inappropriate.length > 0 && (
          <>
            <dt>{t("admin.review.inappropriate")}</dt>
            <dd>
              <ul className={styles.reasons}>
                {inappropriate.map(({ instrument, lacking }) => (
                  <li key={instrument}>
                    {formText(t, optionKey("instrumentClass", instrument))}:{" "}
                    {lacking.map((reason) => formText(t, `admin.review.lacking.${reason}`)).join(", ")}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{t("admin.review.inconsistencies")}</dt>
        <dd>
          <InconsistencyList revision={revision} placeOf={placeOf} />
        </dd>
        <ElsewhereFindings elsewhere={elsewhere} placeOf={placeOf} />
      </dl>
    </Section>
  );
}

type Computed = Revision["computed"];

function RiskProfileFinding({ profile: riskProfile }: { profile: NonNullable<Computed["riskProfile"]> }) {
  const t = useText();
  return (
    <>
      <strong>{formText(t, `forms.riskProfile.${riskProfile.profile}`)}</strong>{" "}
      {t("admin.review.score", { score: riskProfile.score, version: riskProfile.version })}
      <ul className={styles.reasons}>
        {riskProfile.reasons
          .filter(({ effect }) => effect !== "neutral")
          .map(({ code, effect }) => (
            <li key={code} data-effect={effect}>
              {formText(t, `forms.reason.${code}`)}: {formText(t, `forms.effect.${effect}`)}
            </li>
          ))}
      </ul>
    </>
  );
}

function BeneficialOwners({ owners }: { owners: Computed["beneficialOwners"] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <ul className={styles.reasons}>
      {owners.map(({ name, percent, attributed, controls }) => (
        <li key={name}>
          {[
            t("admin.review.ownerShare", { name, percent: formatQuantity(language, percent) }),
            attributed !== "" &&
              attributed !== percent &&
              t("forms.owners.attributed", { percent: formatQuantity(language, attributed) }),
            controls && t("forms.owners.controls"),
          ]
            .filter(Boolean)
            .join(", ")}
        </li>
      ))}
    </ul>
  );
}

interface InconsistencyListProps {
  revision: Revision;
  /** The place of an answer in words. */
  placeOf: (path: string) => string;
}

/** Answers that do not agree with each other, with how the client explained it. */
function InconsistencyList({ revision: { inconsistencies, explanations }, placeOf }: InconsistencyListProps) {
  const t = useText();
  if (inconsistencies.length === 0) return t("admin.review.consistent");
  return eachCode(inconsistencies).map(({ code, paths }) => (
    <div key={code} className={styles.inconsistency}>
      <p>{formText(t, inconsistencyKey(code))}</p>
      <p className={styles.explanation}>{[...new Set(paths.map(placeOf))].join("; ")}</p>
      <p className={styles.explanation}>
        {explanations[code] ? t("admin.review.explained", { text: explanations[code] }) : t("admin.review.unexplained")}
      </p>
    </div>
  ));
}
