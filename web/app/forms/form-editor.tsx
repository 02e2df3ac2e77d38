/** The form with its steps: one at a time, autosaved, with a final check of the whole. */

import { type FieldCode } from "@portico/api/errors.ts";
import { checkStep } from "@portico/api/forms/check-step.ts";
import { findReopened, isClosedStep, withoutReopened } from "@portico/api/forms/closed-steps.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type Fault, type Given, type Step } from "@portico/api/forms/field.ts";
import { type FormType, finalCheck, formSteps } from "@portico/api/forms/forms.ts";
import { isAnswered } from "@portico/api/forms/remarks.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useApplyChange } from "../shell/calls/use-apply-change.ts";
import { useLoaded } from "../shell/calls/use-loaded.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { Notice } from "../ui/notice.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { usePreviews } from "../ui/use-previews.ts";
import { askedPaths } from "./asked-paths.ts";
import { SaveNote } from "./draft/save-note.tsx";
import { useFormDraft } from "./draft/use-form-draft.ts";
import { FinalCheck } from "./final-check.tsx";
import { FormProvider, type OpenForm } from "./form-context.ts";
import styles from "./forms.module.css";
import { OpenStep } from "./open-step.tsx";
import { StepList } from "./step-list.tsx";
import { StepView } from "./step-view.tsx";
import { useFormCheck } from "./use-form-check.ts";
import { usePlace } from "./use-place.ts";

/**
 * When an error is shown: once the person has left its field, or the step while the field was on it; fields added later
 * wait.
 */
type Paths = ReadonlySet<string>;
const none: Paths = new Set();

function useShownFaults(step: Step | null | undefined, given: Given, faults: readonly Fault[]) {
  const [touched, setTouched] = useState(none);
  /** Paths on the step when it was last checked, by step. */
  const [checked, setChecked] = useState<ReadonlyMap<string, Paths>>(new Map());

  const check = useCallback(() => {
    if (step) setChecked((before) => new Map(before).set(step.name, askedPaths(step, given)));
  }, [step, given]);
  const touch = useCallback(
    (path: string) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    [],
  );

  function faultAt(path: string): FieldCode | undefined {
    const seen = step ? checked.get(step.name) : undefined;
    if (!seen?.has(path) && !touched.has(path)) return undefined;
    const code = faults.find((fault) => fault.path === path)?.code;
    // A field never filled in is not an error yet: it is reported when the step is left.
    return code === "required" && !seen ? undefined : code;
  }
  return { faultAt, touch, check };
}

interface FormEditorProps {
  holder: Holder;
  type: FormType;
  form: Form;
  state: HolderState;
  onSent: () => void;
  /** Fetches the form again. */
  again: () => void;
}

/** Where the person continues: at the first remark, otherwise where they stopped, otherwise at the first open step. */
function firstPlace(type: FormType, form: Form, isLocked: (step: string) => boolean): string {
  const names = formSteps[type].map(({ name }) => name);
  const open = form.remarks.filter((remark) => !isAnswered(remark, form.form_data as FormAnswers));
  const remarked = names.find((name) => open.some(({ path }) => path === name || path.startsWith(`${name}.`)));
  const stopped = [...names, finalCheck].find((name) => name === form.draft?.current_step);
  return remarked ?? stopped ?? names.find((name) => !isLocked(name)) ?? finalCheck;
}

export function FormEditor({ holder, type, form, state, onSent, again }: FormEditorProps) {
  const t = useText();
  const draft = useFormDraft(holder, type, form, again);
  const { answers, goTo, change } = draft;
  const today = useFirmToday();
  const locks = useMemo(() => ({ accepted: form.accepted, renew: form.draft?.renew ?? null }), [form]);
  const { place, go } = usePlace(type, () => firstPlace(type, form, (step) => isClosedStep(step, locks)));
  const entry = formSteps[type].find(({ name }) => name === place);
  const {
    data: step,
    error,
    refetch,
  } = useLoaded(`${type} ${place}`, async () => (await entry?.load())?.step ?? null, { enabled: entry !== undefined });
  const given = useMemo(
    () => ({
      form: answers,
      today,
      ownerPercent: form.owner_percent,
      settled: form.settled,
      accountEmail: form.account_email ?? undefined,
    }),
    [answers, today, form.owner_percent, form.settled, form.account_email],
  );
  const faults = useMemo(() => (step ? checkStep(step, given) : []), [step, given]);
  const shown = useShownFaults(step, given, faults);
  const check = useFormCheck(holder, type, draft, place);
  const previews = usePreviews();
  // The page knows the open step's answers before the server does.
  const knownFaults = useMemo(
    () => check.data && [...check.data.faults.filter(({ path }) => path.split(".")[0] !== step?.name), ...faults],
    [check.data, faults, step],
  );
  // As the server decides it: a step that no longer passes the check opens again (closed-steps.ts).
  const locked = useMemo(() => {
    const before = form.form_data as FormAnswers;
    const open = findReopened(type, locks, { faults: knownFaults ?? [], now: answers, before });
    const left = withoutReopened(locks, open);
    return new Set(formSteps[type].map(({ name }) => name).filter((name) => isClosedStep(name, left)));
  }, [type, form, locks, knownFaults, answers]);
  const unanswered = form.remarks.filter((remark) => !isAnswered(remark, answers));

  // Going to another step, also with "back", focuses its heading; opening the page does not move the focus.
  const stood = useRef(place);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (stood.current === place) return;
    stood.current = place;
    hasMoved.current = true;
    goTo(place);
  }, [place, goTo]);
  const heading = useCallback(
    (element: HTMLHeadingElement | null) => {
      if (hasMoved.current || stood.current !== place) element?.focus({ preventScroll: true });
    },
    [place],
  );

  function leaveFor(name: string) {
    if (name === place) return;
    shown.check();
    go(name);
  }

  const open: OpenForm = {
    type,
    holder,
    given,
    previews,
    touch: shown.touch,
    faultAt: shown.faultAt,
    remarksAt: (path) => form.remarks.filter((remark) => remark.path === path).map(({ text }) => text),
  };

  const { holderType, holderId } = holder;
  const applyChange = useApplyChange();
  useEffect(
    () => () => applyChange("forms.save", { params: { holderType, holderId, type } }),
    [applyChange, holderType, holderId, type],
  );

  return (
    <FormProvider value={open}>
      {state === "returnedKYC" && (
        <Notice
          tone={form.remarks.length > 0 && unanswered.length === 0 ? "info" : "attention"}
          title={
            form.remarks.length > 0 && unanswered.length === 0
              ? t("forms.page.allAnswered")
              : t("forms.page.returned", { count: unanswered.length })
          }
        >
          {form.reason && <p className={styles.reason}>{form.reason}</p>}
        </Notice>
      )}
      {state === "pendingReKYC" && <Notice tone="attention">{t("forms.page.renew")}</Notice>}
      <div className={styles.editor}>
        <StepList
          type={type}
          place={place}
          marks={{ locked, unanswered, answers, faults: knownFaults }}
          onGo={leaveFor}
        />
        <div className={styles.stepPosition}>
          <SaveNote draft={draft} />
          {place === finalCheck ? (
            <FinalCheck
              holder={holder}
              type={type}
              draft={draft}
              given={given}
              check={check}
              locked={locked}
              unanswered={unanswered}
              heading={heading}
              onGo={leaveFor}
              onSent={onSent}
            />
          ) : error ? (
            <LoadFailed retry={() => void refetch()} />
          ) : !step ? (
            <Loading />
          ) : (
            <OpenStep
              key={place}
              type={type}
              step={step}
              isLocked={locked.has(place)}
              faults={faults}
              onCheck={shown.check}
              onGo={leaveFor}
            >
              <StepView
                type={type}
                step={step}
                heading={heading}
                isLocked={locked.has(place)}
                given={given}
                change={change}
              />
            </OpenStep>
          )}
        </div>
      </div>
    </FormProvider>
  );
}
