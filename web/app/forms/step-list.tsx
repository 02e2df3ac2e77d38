/** The steps of the form: which are complete, incomplete or have a remark; each is a link. */
import { type FormType, finalCheck, formSteps } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../shell/form-text.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./forms.module.css";
import { chooseStepMark, type Marks, markLabel } from "./step-marks.ts";

interface StepListProps {
  type: FormType;
  place: string;
  marks: Marks;
  onGo: (place: string) => void;
}

export function StepList({ type, place, marks, onGo }: StepListProps) {
  const t = useText();
  const steps = formSteps[type].map(({ name }, index) => {
    const mark = chooseStepMark(name, marks);
    return {
      name,
      number: index + 1,
      title: formText(t, stepKey(type, name)),
      mark: mark.mark,
      label: markLabel(t, mark),
    };
  });
  const total = steps.length;
  const current = steps.find(({ name }) => name === place)?.number ?? total;
  return (
    <nav className={styles.stepList} aria-label={t("forms.page.steps")} data-no-print>
      <label className={styles.phoneSteps}>
        {place === finalCheck ? t("forms.page.steps") : t("forms.page.stepOf", { number: current, total })}
        <select value={place} onChange={(event) => onGo(event.target.value)}>
          {steps.map(({ name, number, title, label }) => (
            <option key={name} value={name}>
              {`${number}. ${title}${label ? ` (${label})` : ""}`}
            </option>
          ))}
          <option value={finalCheck}>{t("forms.page.lastLook")}</option>
        </select>
      </label>
      <progress className={styles.phoneProgress} max={total} value={current} aria-hidden="true" />
      <ol>
        {steps.map(({ name, number, title, mark, label }) => (
          <li key={name}>
            <button
              type="button"
              data-mark={mark}
              aria-current={name === place ? "step" : undefined}
              onClick={() => onGo(name)}
            >
              <span className={styles.stepSign}>
                {mark === "locked" || mark === "done" ? (
                  <Icon name="check" size={14} />
                ) : mark === "remark" || mark === "wrong" ? (
                  <Icon name="warning" size={14} />
                ) : (
                  number
                )}
              </span>
              <span>
                {title}
                {mark === "done" ? <span className="visually-hidden"> {label}</span> : label && <small>{label}</small>}
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-current={place === finalCheck ? "step" : undefined}
            onClick={() => onGo(finalCheck)}
          >
            <span className={styles.stepSign}>
              <Icon name="eye" size={14} />
            </span>
            <span>{t("forms.page.lastLook")}</span>
          </button>
        </li>
      </ol>
    </nav>
  );
}
