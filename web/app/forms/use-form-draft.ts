/**
 * The draft of a form as it is typed: saved by itself, a change of a field as one line of one request; kept in the browser while the
 * server is not reached; merged with what another device saved.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { holderKey } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { currentSession } from "../shell/session.ts";
import { useSocketEvent } from "../shell/use-socket-event.ts";
import { alsoMerged, type MergedFields, mergedFields, nothingMerged } from "./merged-fields.ts";
import { keepPending, type Pending, readPending, withPending } from "./pending-changes.ts";

/**
 * `untouched`: nothing was typed yet. `closed`: the form was submitted or decided elsewhere, `gone`: it was discarded; what was
 * typed since stays on the page.
 */
type SaveStatus = "untouched" | "saved" | "saving" | "waiting" | "failed" | "closed" | "gone";

const pauseMs = 800;
const longestWaitMs = 30_000;

export interface FormDraft {
  answers: FormAnswers;
  status: SaveStatus;
  /** What another device changed since this one read the draft, until it was told. */
  merged: MergedFields;
  forgetMerged: () => void;
  change: (step: string, field: string, value: unknown) => void;
  /** Remembers where the person is, for the next device. */
  goTo: (step: string) => void;
  /** Sends what waits; resolves with the draft's version once the server has all of it. */
  flush: () => Promise<number>;
}

/** `again` asks for the form as another device saved it. */
export function useFormDraft(holder: Holder, type: FormType, form: Form, again: () => void): FormDraft {
  const api = useApi();
  const { holderType, holderId } = holder;
  const [answers, setAnswers] = useState<FormAnswers>(() =>
    withPending(form.form_data as FormAnswers, readPending(holder)),
  );
  const [status, setStatus] = useState<SaveStatus>("untouched");
  const [merged, setMerged] = useState(nothingMerged);
  const forgetMerged = useCallback(() => setMerged(nothingMerged), []);
  const known = useRef(form.form_data as FormAnswers);
  const version = useRef(form.draft?.version ?? 0);
  const pending = useRef<Pending>(readPending(holder));
  const step = useRef<string | undefined>(undefined);
  const running = useRef<Promise<void> | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wait = useRef(2000);
  const writer = useRef(currentSession()?.profile.id);

  /** The draft came with what another device changed. */
  const takeOver = useCallback(
    (now: FormAnswers, { sent = {}, replaced = {} }: { sent?: Pending; replaced?: FormAnswers } = {}) => {
      const news = mergedFields({ before: known.current, now, sent, replaced, pending: pending.current });
      known.current = now;
      if (news.taken.length + news.overwritten.length > 0) setMerged((earlier) => alsoMerged(earlier, news));
      setAnswers(withPending(now, pending.current));
    },
    [],
  );

  /** Sends what waits, again and again until nothing does; a failure plans the next try. */
  const send = useCallback(async (): Promise<void> => {
    // What waits when its writer signs out is forgotten: whoever is next in this browser neither sends nor keeps it.
    const hasLeft = () => currentSession()?.profile.id !== writer.current;
    clearTimeout(timer.current);
    if (hasLeft()) return;
    while (Object.keys(pending.current).length > 0 || step.current !== undefined) {
      const sent = { ...pending.current };
      const currentStep = step.current;
      step.current = undefined;
      if (Object.keys(sent).length > 0) setStatus("saving");
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
        if (hasLeft()) return;
        version.current = saved.version;
        wait.current = 2000;
        // What was typed while the call was under way waits for the next one.
        for (const [key, value] of Object.entries(sent))
          if (pending.current[key] === value) delete pending.current[key];
        keepPending({ holderType, holderId }, pending.current);
        const { form_data: now, replaced } = saved;
        if (now) takeOver(now as FormAnswers, { sent, replaced: replaced as FormAnswers });
        else known.current = withPending(known.current, sent);
      } catch (error) {
        step.current ??= currentStep;
        if (error instanceof ApiError && (error.code === "stateConflict" || error.code === "notFound")) {
          setStatus(error.code === "notFound" ? "gone" : "closed");
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
    setStatus((before) => (before === "untouched" ? before : "saved"));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- start only wraps this
  }, [api, holderType, holderId, type, takeOver]);

  /** Once what is under way has arrived. */
  const settled = useCallback(async () => {
    while (running.current) await running.current.catch(() => undefined);
  }, []);

  /** One sending at a time; who comes meanwhile waits for it and sends what is left. */
  const start = useCallback(async (): Promise<void> => {
    await settled();
    running.current = send();
    try {
      await running.current;
    } catch {
      // The status says it.
    } finally {
      running.current = undefined;
    }
  }, [send, settled]);

  const plan = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void start(), pauseMs);
  }, [start]);

  const change = useCallback(
    (stepName: string, field: string, value: unknown) => {
      pending.current[`${stepName}.${field}`] = value;
      keepPending({ holderType, holderId }, pending.current);
      setAnswers((before) => ({ ...before, [stepName]: { ...before[stepName], [field]: value } }));
      setStatus((before) => (isOver(before) ? before : "saving"));
      plan();
    },
    [holderType, holderId, plan],
  );

  // Where the person stands goes out at once, with what was typed last: another device goes on from there.
  const goTo = useCallback(
    (name: string) => {
      step.current = name;
      setMerged(nothingMerged);
      void start();
    },
    [start],
  );

  // This page's own saves bring no news: their versions are known here once they have arrived.
  useSocketEvent("form:changed", (event) => {
    const { version: saved } = event;
    if (holderKey(event) !== holderKey(holder) || saved === undefined) return;
    void settled().then(() => {
      if (saved > version.current) again();
    });
  });
  useEffect(() => {
    void settled().then(() => {
      if (!form.draft || form.draft.version <= version.current) return;
      version.current = form.draft.version;
      takeOver(form.form_data as FormAnswers);
    });
  }, [form, settled, takeOver]);

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
    await settled();
    if (Object.keys(pending.current).length > 0) await send();
    return version.current;
  }, [send, settled]);

  return { answers, status, merged, forgetMerged, change, goTo, flush };
}

/** Nothing more can be saved. */
const isOver = (status: SaveStatus): boolean => status === "closed" || status === "gone";
