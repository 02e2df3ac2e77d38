/** The form with its steps: one at a time, autosaved, with a final check of the whole. */

import { type FieldCode } from "@portico/api/errors.ts";
import { checkStep } from "@portico/api/forms/check-step.ts";
import { findReopened, isClosedStep, type Locks, withoutReopened } from "@portico/api/forms/closed-steps.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type Fault, type Given, type Step } from "@portico/api/forms/field.ts";
import { type FormType, finalCheck, formSteps } from "@portico/api/forms/forms.ts";
import { isAnswered } from "@portico/api/forms/remarks.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from "react";
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

/** Where the person continues: at the first remark, otherwise where they stopped, otherwise at the first open step. */
function firstPlace(type: FormType, form: Form, isLocked: (step: string) => boolean): string {
  const names = formSteps[type].map(({ name }) => name);
  const open = form.remarks.filter((remark) => !isAnswered(remark, form.form_data as FormAnswers));
  const remarked = names.find((name) => open.some(({ path }) => path === name || path.startsWith(`${name}.`)));
  const stopped = [...names, finalCheck].find((name) => name === form.draft?.current_step);
  return remarked ?? stopped ?? names.find((name) => !isLocked(name)) ?? finalCheck;
}

/** The step's declaration, loaded when it is opened; null for the final check. */
function useStep(type: FormType, place: string) {
  const entry = formSteps[type].find(({ name }) => name === place);
  return useLoaded(`${type} ${place}`, async () => (await entry?.load())?.step ?? null, {
    enabled: entry !== undefined,
  });
}

/** What the steps' checks depend on besides the step. */
function useGiven({ owner_percent, settled, account_email }: Form, answers: FormAnswers): Given {
  const today = useFirmToday();
  return useMemo(
    () => ({
      form: answers,
      today,
      ownerPercent: owner_percent,
      settled,
      accountEmail: account_email ?? undefined,
    }),
    [answers, today, owner_percent, settled, account_email],
  );
}

interface Known {
  locks: Locks;
  answers: FormAnswers;
  faults: readonly Fault[] | undefined;
}

/** Steps that are closed, as the server decides it: one that no longer passes the check opens again (closed-steps.ts). */
function useLocked(type: FormType, form: Form, { locks, answers, faults }: Known): ReadonlySet<string> {
  return useMemo(() => {
    const before = form.form_data as FormAnswers;
    const open = findReopened(type, locks, { faults: faults ?? [], now: answers, before });
    const left = withoutReopened(locks, open);
    return new Set(formSteps[type].map(({ name }) => name).filter((name) => isClosedStep(name, left)));
  }, [type, form, locks, faults, answers]);
}

/** Focuses the heading of a step to which the person went, also with "back"; opening the page does not move the focus. */
function useStepHeading(place: string, goTo: (place: string) => void): RefCallback<HTMLHeadingElement> {
  const stood = useRef(place);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (stood.current === place) return;
    stood.current = place;
    hasMoved.current = true;
    goTo(place);
  }, [place, goTo]);
  return useCallback(
    (element: HTMLHeadingElement | null) => {
      if (hasMoved.current || stood.current !== place) element?.focus({ preventScroll: true });
    },
    [place],
  );
}

/** Pages that show the form ask for it again once the person has left it. */
function useRefreshAfter({ holderType, holderId }: Holder, type: FormType): void {
  const applyChange = useApplyChange();
  useEffect(
    () => () => applyChange("forms.save", { params: { holderType, holderId, type } }),
    [applyChange, holderType, holderId, type],
  );
}

/** Why the form came back, and how many remarks are still open. */
function ReturnedNotice({ form: { remarks, reason }, openCount }: { form: Form; openCount: number }) {
  const t = useText();
  const isAllAnswered = remarks.length > 0 && openCount === 0;
  return (
    <Notice
      tone={isAllAnswered ? "info" : "attention"}
      title={isAllAnswered ? t("forms.page.allAnswered") : t("forms.page.returned", { count: openCount })}
    >
      {reason && <p className={styles.reason}>{reason}</p>}
    </Notice>
  );
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

export function FormEditor({ holder, type, form, state, onSent, again }: FormEditorProps) {
  const t = useText();
  const draft = useFormDraft(holder, type, form, again);
  const { answers, goTo, change } = draft;
  const locks = useMemo(() => ({ accepted: form.accepted, renew: form.draft?.renew ?? null }), [form]);
  const { place, go } = usePlace(type, () => firstPlace(type, form, (step) => isClosedStep(step, locks)));
  const { data: step, error, refetch } = useStep(type, place);
  const given = useGiven(form, answers);
  const faults = useMemo(() => (step ? checkStep(step, given) : []), [step, given]);
  const shown = useShownFaults(step, given, faults);
  const check = useFormCheck(holder, type, draft, place);
  const previews = usePreviews();
  // The page knows the open step's answers before the server does.
  const knownFaults = useMemo(
    () => check.data && [...check.data.faults.filter(({ path }) => path.split(".")[0] !== step?.name), ...faults],
    [check.data, faults, step],
  );
  const locked = useLocked(type, form, { locks, answers, faults: knownFaults });
  const unanswered = form.remarks.filter((remark) => !isAnswered(remark, answers));

  const heading = useStepHeading(place, goTo);

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

  useRefreshAfter(holder, type);

  return (
    <FormProvider value={open}>
      {state === "returnedKYC" && <ReturnedNotice form={form} openCount={unanswered.length} />}
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
