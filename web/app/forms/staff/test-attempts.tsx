/** Every complete set of answers to the knowledge test: when, by whom, and, collapsed, the answers. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import { formText } from "../../shell/form-text.ts";
import { formatRecordTime } from "../../ui/format.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./test-attempts.module.css";

export type TestAttempt = Answer<(typeof forms)["getRevision"]>["attempts"][number];

export function TestAttempts({ attempts }: { attempts: readonly TestAttempt[] }) {
  const t = useText();
  return (
    <ol className={styles.attempts}>
      {attempts.map(({ right, of, version, chosen, at, by }) => (
        <li key={at}>
          <details>
            <summary>
              {t("admin.review.attempt", {
                score: t("forms.word.testScoreOf", { right, of }),
                version,
                at: formatRecordTime(at),
                name: by.name,
              })}
            </summary>
            <dl className={styles.chosen}>
              {Object.entries(chosen).map(([question, option]) => (
                <div key={question}>
                  <dt>{formText(t, `forms.test.${question}`)}</dt>
                  <dd>{formText(t, `forms.test.${question}.${option}`)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  );
}
