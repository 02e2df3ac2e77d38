/** Around one step of the form: back and next; it may be left with errors, after they were shown. */

import type { Fault, Step } from "@portico/api/forms/field.ts";
import { type FormType, finalCheck, formSteps } from "@portico/api/forms/forms.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { focusFieldSoon } from "./fields/focus-field.ts";
import styles from "./forms.module.css";

interface OpenStepProps {
  type: FormType;
  step: Step;
  isLocked: boolean;
  faults: readonly Fault[];
  onCheck: () => void;
  onGo: (place: string) => void;
  children: ReactNode;
}

export function OpenStep({ type, step, isLocked, faults, onCheck, onGo, children }: OpenStepProps) {
  const t = useText();
  const [stopped, setStopped] = useState(false);
  const names = formSteps[type].map(({ name }) => name);
  const index = names.indexOf(step.name);
  const before = names[index - 1];
  const after = names[index + 1] ?? finalCheck;

  function next(anyway: boolean) {
    if (faults.length > 0 && !anyway && !isLocked) {
      onCheck();
      setStopped(true);
      // The errors are rendered first.
      focusFieldSoon(faults[0]?.path ?? "");
      return;
    }
    onGo(after);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next(false);
      }}
    >
      {children}
      {stopped && faults.length > 0 && (
        <Notice tone="attention" live>
          <p>{t("forms.page.missing", { count: faults.length })}</p>
          <p>
            <Button size="compact-sm" variant="subtle" onClick={() => next(true)}>
              {t("forms.page.anyway")}
            </Button>
          </p>
        </Notice>
      )}
      <div className={styles.steps}>
        {before && (
          <Button variant="default" onClick={() => onGo(before)}>
            {t("forms.page.back")}
          </Button>
        )}
        <Button type="submit">{t(after === finalCheck ? "forms.page.toLastLook" : "forms.page.next")}</Button>
      </div>
    </form>
  );
}
