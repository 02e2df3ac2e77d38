/**
 * The draft of a form as it is typed: saved by itself, a change of a field as one line of one request; kept in the browser while the
 * server is not reached; merged with what another device saved.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/endpoints.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useApi } from "../shell/api.tsx";
import { keepPending, type Pending, readPending, withPending } from "./pending-changes.ts";

/** `closed`: the form was submitted or decided elsewhere; what was typed since stays on the page. */
type SaveStatus = "saved" | "saving" | "waiting" | "failed" | "closed";

const pauseMs = 800;
const longestWaitMs = 30_000;

export interface FormDraft {
  answers: FormAnswers;
  status: SaveStatus;
  /** Another device changed the draft since this one read it. */
  wasMerged: boolean;
  change: (step: string, field: string, value: unknown) => void;
  /** Remembers where the person is, for the next device. */
  goTo: (step: string) => void;
  /** Sends what waits; resolves with the draft's version once the server has all of it. */
  flush: () => Promise<number>;
}

export function useFormDraft(holder: Holder, type: FormType, form: Form): FormDraft {
  const api = useApi();
  const { holderType, holderId } = holder;
  const [answers, setAnswers] = useState<FormAnswers>(() =>
    withPending(form.form_data as FormAnswers, readPending(holder)),
  );
  const [status, setStatus] = useState<SaveStatus>("saved");
  const [wasMerged, setMerged] = useState(false);
  const version = useRef(form.draft?.version ?? 0);
  const pending = useRef<Pending>(readPending(holder));
  const step = useRef<string | undefined>(undefined);
  const running = useRef<Promise<void> | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wait = useRef(2000);

  /** Sends what waits, again and again until nothing does; a failure plans the next try. */
  const send = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    while (Object.keys(pending.current).length > 0 || step.current !== undefined) {
      const sent = { ...pending.current };
      const currentStep = step.current;
      step.current = undefined;
      setStatus("saving");
      try {
        const saved = await api.forms.save({
          params: { holderType, holderId, type },
          body: {
            version: version.current,
            changes: Object.entries(sent).map(([key, value]) => {
              const [stepName = "", field = ""] = key.split(".");
              return { step: stepName, field, value: (value ?? null) as never };
            }),
            ...(currentStep !== undefined && { currentStep }),
          },
        });
        version.current = saved.version;
        wait.current = 2000;
        // What was typed while the call was under way waits for the next one.
        for (const [key, value] of Object.entries(sent))
          if (pending.current[key] === value) delete pending.current[key];
        keepPending({ holderType, holderId }, pending.current);
        const { form_data: others } = saved;
        if (others) {
          setMerged(true);
          setAnswers(withPending(others as FormAnswers, pending.current));
        }
      } catch (error) {
        step.current ??= currentStep;
        if (error instanceof ApiError && (error.code === "stateConflict" || error.code === "notFound")) {
          setStatus("closed");
          throw error;
        }
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
          setStatus("failed");
          throw error;
        }
        setStatus("waiting");
        timer.current = setTimeout(() => void start(), wait.current);
        wait.current = Math.min(wait.current * 2, longestWaitMs);
        throw error;
      }
    }
    setStatus("saved");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- start only wraps this
  }, [api, holderType, holderId, type]);

  /** One sending at a time; who comes meanwhile waits for it and sends what is left. */
  const start = useCallback(async (): Promise<void> => {
    while (running.current) await running.current.catch(() => undefined);
    running.current = send();
    try {
      await running.current;
    } catch {
      // The status says it.
    } finally {
      running.current = undefined;
    }
  }, [send]);

  const plan = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void start(), pauseMs);
  }, [start]);

  const change = useCallback(
    (stepName: string, field: string, value: unknown) => {
      pending.current[`${stepName}.${field}`] = value;
      keepPending({ holderType, holderId }, pending.current);
      setAnswers((before) => ({ ...before, [stepName]: { ...before[stepName], [field]: value } }));
      setStatus((before) => (before === "closed" ? before : "saving"));
      plan();
    },
    [holderType, holderId, plan],
  );

  // Where the person stands goes out at once, with what was typed last: another device goes on from there.
  const goTo = useCallback(
    (name: string) => {
      step.current = name;
      setStatus((before) => (before === "closed" ? before : "saving"));
      void start();
    },
    [start],
  );

  useEffect(() => {
    if (Object.keys(pending.current).length > 0) plan();
    const again = () => void start();
    addEventListener("online", again);
    // Leaving the tab is a good moment: what waits goes out at once, and is kept if it does not arrive.
    const leave = () => {
      if (document.visibilityState === "hidden" && Object.keys(pending.current).length > 0) void start();
    };
    document.addEventListener("visibilitychange", leave);
    return () => {
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", leave);
      clearTimeout(timer.current);
      // What waits at the moment of leaving is what has to go out.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      if (Object.keys(pending.current).length > 0) void start();
    };
  }, [plan, start]);

  const flush = useCallback(async () => {
    while (running.current) await running.current.catch(() => undefined);
    if (Object.keys(pending.current).length > 0) await send();
    return version.current;
  }, [send]);

  return { answers, status, wasMerged, change, goTo, flush };
}
