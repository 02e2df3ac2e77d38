/** Table of contents of a submission on a wide screen: changes, remarks and acceptance of each step, with links. */
import type { FormType } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./review.module.css";
import type { ComparedStep } from "./review-types.ts";

export const stepId = (name: string): string => `step-${name}`;

export function ReviewContents({ type, steps }: { type: FormType; steps: readonly ComparedStep[] }) {
  const t = useText();
  return (
    <nav className={styles.contents} aria-label={t("admin.review.contents")} data-no-print>
      <ol>
        {steps.map(({ step, changes, remarks, acceptance }) => (
          <li key={step.name}>
            <a href={`#${stepId(step.name)}`}>
              <span>{formText(t, stepKey(type, step.name))}</span>
              {acceptance && (
                <span className={styles.accepted}>
                  <Icon name="check" size={14} />
                  <span className="visually-hidden">{t("admin.review.accepted")}</span>
                </span>
              )}
              <small>
                {[
                  changes && t("admin.review.changes", { count: changes }),
                  remarks > 0 && t("admin.review.remarkCount", { count: remarks }),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
