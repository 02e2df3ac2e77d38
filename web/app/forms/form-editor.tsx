/** The stepped form: one step at a time, saved by itself, the whole for a last look. */
import { Button } from "@mantine/core";
import type { FieldCode } from "@portico/api/errors.ts";
import { checkStep } from "@portico/api/forms/check-step.ts";
import type { Form } from "@portico/api/forms/endpoints.ts";
import type { Fault, Step } from "@portico/api/forms/field.ts";
import { type FormType, formSteps, lastLook } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefCallback, useCallback, useMemo, useRef, useState } from "react";
import { firmToday } from "../shell/firm-day.ts";
import { Notice } from "../ui/notice.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { FormProvider, type OpenForm } from "./form-context.ts";
import styles from "./forms.module.css";
import { LastLook } from "./last-look.tsx";
import { SaveNote } from "./save-note.tsx";
import { StepList } from "./step-list.tsx";
import { StepView } from "./step-view.tsx";
import { useFormDraft } from "./use-form-draft.ts";

interface FormEditorProps {
  holder: Holder;
  type: FormType;
  form: Form;
  state: HolderState;
  onSent: () => void;
}

/** Where the person goes on: at the first remark, else where they stopped, else at the first open step. */
function firstPlace(type: FormType, form: Form, isLocked: (step: string) => boolean): string {
  const names = formSteps[type].map(({ name }) => name);
  const remarked = names.find((name) => form.remarks.some(({ path }) => path === name || path.startsWith(`${name}.`)));
  const stopped = [...names, lastLook].find((name) => name === form.draft?.current_step);
  return remarked ?? stopped ?? names.find((name) => !isLocked(name)) ?? lastLook;
}

export function FormEditor({ holder, type, form, state, onSent }: FormEditorProps) {
  const t = useText();
  const draft = useFormDraft(holder, type, form);
  const { answers, goTo, change } = draft;
  const today = firmToday();
  const locked = useMemo(() => {
    const { renew } = form.draft ?? {};
    return new Set(
      formSteps[type]
        .map(({ name }) => name)
        .filter(
          (name) => form.accepted.includes(name) || (renew !== null && renew !== undefined && !renew.includes(name)),
        ),
    );
  }, [type, form]);
  const [place, setPlace] = useState(() => firstPlace(type, form, (step) => locked.has(step)));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState<ReadonlySet<string>>(new Set());
  const entry = formSteps[type].find(({ name }) => name === place);
  const {
    data: step,
    error,
    refetch,
  } = useQuery({
    queryKey: ["form-step", type, place],
    enabled: entry !== undefined,
    queryFn: async () => (await entry?.load())?.step ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const given = useMemo(
    () => ({ form: answers, today, ownerPercent: form.owner_percent }),
    [answers, today, form.owner_percent],
  );
  const faults = useMemo(() => (step ? checkStep(step, given) : []), [step, given]);
  // Who goes to another step hears its name first; who opens the page is left where they are.
  const moved = useRef(false);
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    if (moved.current) element?.focus({ preventScroll: true });
  }, []);

  function go(name: string) {
    setAttempted((before) => new Set([...before, place]));
    setPlace(name);
    goTo(name);
    moved.current = true;
    scrollTo({ top: 0 });
  }

  const open: OpenForm = {
    type,
    holder,
    given,
    change,
    touch: (path) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    faultAt: (path) => shownFault(path, { faults, touched, attempted: attempted.has(place) }),
    remarksAt: (path) => form.remarks.filter((remark) => remark.path === path).map(({ text }) => text),
  };

  return (
    <FormProvider value={open}>
      {state === "returnedKYC" && (
        <Notice tone="attention" title={t("forms.page.returned", { count: form.remarks.length })}>
          {form.reason && <p className={styles.reason}>{form.reason}</p>}
        </Notice>
      )}
      {state === "pendingReKYC" && <Notice tone="attention">{t("forms.page.renew")}</Notice>}
      <div className={styles.editor}>
        <StepList type={type} form={form} place={place} locked={locked} answers={answers} onGo={go} />
        <div className={styles.place}>
          <SaveNote draft={draft} />
          {place === lastLook ? (
            <LastLook
              holder={holder}
              type={type}
              draft={draft}
              locked={locked}
              heading={heading}
              onGo={go}
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
              heading={heading}
              isLocked={locked.has(place)}
              faults={faults}
              onAttempt={() => setAttempted((before) => new Set([...before, place]))}
              onGo={go}
            />
          )}
        </div>
      </div>
    </FormProvider>
  );
}

/** A fault is told once the person has left its field, or the step. */
function shownFault(
  path: string,
  { faults, touched, attempted }: { faults: readonly Fault[]; touched: ReadonlySet<string>; attempted: boolean },
): FieldCode | undefined {
  if (!attempted && !touched.has(path)) return undefined;
  const code = faults.find((fault) => fault.path === path)?.code;
  // What was never filled in is no mistake yet: it is told when the step is left.
  return code === "required" && !attempted ? undefined : code;
}

interface OpenStepProps {
  type: FormType;
  step: Step;
  heading: RefCallback<HTMLHeadingElement>;
  isLocked: boolean;
  faults: readonly Fault[];
  onAttempt: () => void;
  onGo: (place: string) => void;
}

function OpenStep({ type, step, heading, isLocked, faults, onAttempt, onGo }: OpenStepProps) {
  const t = useText();
  const [stopped, setStopped] = useState(false);
  const names = formSteps[type].map(({ name }) => name);
  const index = names.indexOf(step.name);
  const before = names[index - 1];
  const after = names[index + 1] ?? lastLook;

  function next(anyway: boolean) {
    if (faults.length > 0 && !anyway && !isLocked) {
      onAttempt();
      setStopped(true);
      const first = faults[0]?.path ?? "";
      // The faults are drawn first.
      requestAnimationFrame(() => focusField(first));
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
      <StepView type={type} step={step} heading={heading} isLocked={isLocked} />
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
        <Button type="submit">{t(after === lastLook ? "forms.page.toLastLook" : "forms.page.next")}</Button>
      </div>
    </form>
  );
}

/** Puts the focus on the field of a path, or on the first field within it. */
function focusField(path: string): void {
  const own = document.getElementsByName(path)[0];
  const place = document.getElementById(path);
  const target = own ?? place?.querySelector<HTMLElement>("input, select, textarea, button") ?? place;
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}
