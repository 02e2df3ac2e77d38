/** The way through the form: which steps are done, which miss something, where a remark waits; each can be gone to. */
import type { Form } from "@portico/api/forms/endpoints.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type FormType, formSteps, lastLook } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import { formText } from "./answer-rows.ts";
import styles from "./forms.module.css";

interface StepListProps {
  type: FormType;
  form: Form;
  place: string;
  locked: ReadonlySet<string>;
  answers: FormAnswers;
  onGo: (place: string) => void;
}

type Mark = "locked" | "remark" | "begun" | "open";

export function StepList({ type, form, place, locked, answers, onGo }: StepListProps) {
  const t = useText();
  const names = [...formSteps[type].map(({ name }) => name), lastLook];
  const current = names.indexOf(place);
  const markOf = (name: string): Mark => {
    if (locked.has(name)) return "locked";
    if (form.remarks.some(({ path }) => path === name || path.startsWith(`${name}.`))) return "remark";
    return Object.keys(answers[name] ?? {}).length > 0 ? "begun" : "open";
  };
  const nameOf = (name: string): string =>
    name === lastLook ? t("forms.page.lastLook") : formText(t, stepKey(type, name));
  return (
    <nav className={styles.stepList} aria-label={t("forms.page.steps")} data-no-print>
      <label className={styles.phoneSteps}>
        {t("forms.page.stepOf", { number: current + 1, total: names.length })}
        <select value={place} onChange={(event) => onGo(event.target.value)}>
          {names.map((name, index) => (
            <option key={name} value={name}>
              {index + 1}. {nameOf(name)}
            </option>
          ))}
        </select>
      </label>
      <progress className={styles.phoneProgress} max={names.length} value={current + 1} aria-hidden="true" />
      <ol>
        {names.map((name, index) => {
          const mark = markOf(name);
          return (
            <li key={name}>
              <button
                type="button"
                data-mark={mark}
                aria-current={name === place ? "step" : undefined}
                onClick={() => onGo(name)}
              >
                <span className={styles.stepSign}>
                  {mark === "locked" ? (
                    <Icon name="check" size={14} />
                  ) : mark === "remark" ? (
                    <Icon name="warning" size={14} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span>
                  {nameOf(name)}
                  {mark === "locked" && <small>{t("forms.page.acceptedShort")}</small>}
                  {mark === "remark" && <small>{t("forms.page.remarkShort")}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
