/** Input and saving of one named setting. Input is kept until it is saved or undone. */
import { ApiError, type FieldCode } from "@portico/api/errors.ts";
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import { createContext, type FormEvent, useContext, useEffect, useState } from "react";
import { fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { useKnown } from "../../shell/calls/use-known.ts";
import { mergeChanges } from "../../shell/staff/conflicts/three-way.ts";
import { type Saved, useSettingCall } from "../../shell/staff/use-setting.ts";
import { focusMarked } from "../../ui/focus-marked.ts";
import { useText } from "../../ui/text.tsx";
import { readDraft, useDraft, writeDraft } from "../../ui/use-draft.ts";
import { type Question, useConfirmChange } from "./use-confirm-change.tsx";

/** Key of the unsaved input (use-draft.ts). */
export const settingDraft = (name: SettingName): string => `setting-form.${name}`;

interface ToSave<N extends SettingName> {
  data: SettingValue<N>;
  reason?: string | undefined;
  /** The person was asked about what is unusual, and means it. */
  sure?: boolean | undefined;
  /** Save time of the value that the input is based on. */
  since?: string | null;
}

export function useSaveSetting<N extends SettingName>(name: N) {
  const call = useSettingCall(name);
  const known = useKnown();
  return useChange(
    (api, { data, reason, since, sure }: ToSave<N>) =>
      api.settings.save({
        params: { name },
        body: { data, ...(reason && { reason }), ...(sure && { sure }), ...(since !== undefined && { since }) },
      }),
    {
      onSuccess: (saved, { data }) => {
        const { proposalId, ...setting } = saved;
        known.set(call, { params: { name } }, setting);
        // What is proposed is not to be proposed again: the input ends, as if it had been saved.
        if (proposalId === null) settleDraft(name, data, saved);
        else writeDraft(settingDraft(name), null);
      },
      inBackground: true,
    },
  );
}

interface Typed<T> {
  typed: T;
  /** Save time of the value that was changed. */
  since: string | null;
  /** The value that was changed. */
  base?: T;
  /** Of a former value that was taken as a draft: the fields that can no longer be saved as they were. */
  restored?: readonly Fault[];
}
/** A field of the value by its path. */
export interface Fault {
  path: string;
  code: FieldCode;
}

/** Fills the form with a former value, in the place of what was typed; nothing is saved. */
export function draftFormer(
  name: SettingName,
  former: { data: unknown; faults: readonly Fault[] },
  saved: { data: unknown; updated_at: string | null },
): void {
  const draft: Typed<unknown> = {
    typed: former.data,
    since: saved.updated_at,
    base: saved.data,
    restored: former.faults,
  };
  writeDraft(settingDraft(name), JSON.stringify(draft));
}

/** A form within shows what is stored, without what was typed. */
export const ShowsStored = createContext(false);

/**
 * A setting that a colleague saved since its input was started: saving is refused until the person has chosen. Keeping
 * one's own also keeps what the colleague changed elsewhere.
 */
export function useOvertaken(name: SettingName, saved: Saved<SettingName> | undefined) {
  const draft = useDraft(settingDraft(name), "");
  if (!draft.isChanged || !saved) return undefined;
  const { typed, since, base } = JSON.parse(draft.value) as Typed<unknown>;
  if (since === saved.updated_at || JSON.stringify(typed) === JSON.stringify(saved.data)) return undefined;
  const content = mergeChanges<unknown>(base, typed, saved.data);
  return {
    keepMine: () =>
      draft.set(JSON.stringify({ typed: content, since: saved.updated_at, base: saved.data } satisfies Typed<unknown>)),
    takeStored: draft.clear,
  };
}

/** Deletes the draft of what was saved, also if its form is no longer open. Later input is a change of the saved value. */
function settleDraft(name: SettingName, sent: unknown, saved: { data: unknown; updated_at: string | null }): void {
  const draft = readDraft(settingDraft(name));
  if (draft === null) return;
  const { typed } = JSON.parse(draft) as Typed<unknown>;
  const isSaved = [sent, saved.data].some((value) => JSON.stringify(value) === JSON.stringify(typed));
  writeDraft(
    settingDraft(name),
    isSaved ? null : JSON.stringify({ typed, since: saved.updated_at, base: saved.data } satisfies Typed<unknown>),
  );
}

/** The input, kept for the tab with the value it is based on. */
function useTypedSetting<T>(name: SettingName, saved: T, updatedAt: string | null) {
  const draft = useDraft(settingDraft(name), JSON.stringify({ typed: saved, since: updatedAt } satisfies Typed<T>));
  const { typed, since, base, restored } = JSON.parse(draft.value) as Typed<T>;
  const isStored = useContext(ShowsStored);
  const isDifferent = draft.isChanged && JSON.stringify(typed) !== JSON.stringify(saved);
  const isChanged = isDifferent && !isStored;
  const { clear } = draft;
  // A colleague saved the same.
  const isNoDraft = draft.isChanged && !isDifferent;
  useEffect(() => {
    if (isNoDraft) clear();
  }, [isNoDraft, clear]);
  return {
    typed: isChanged ? typed : saved,
    since: isChanged ? since : updatedAt,
    restored: isChanged ? restored : undefined,
    change: (next: T) =>
      JSON.stringify(next) === JSON.stringify(saved)
        ? clear()
        : draft.set(
            JSON.stringify({
              typed: next,
              ...(isChanged ? { since, ...(base !== undefined && { base }) } : { since: updatedAt, base: saved }),
              ...(isChanged && restored && { restored: stillWrong(restored, typed, next) }),
            } satisfies Typed<T>),
          ),
    undo: clear,
    isChanged,
  };
}

/** The faults outside of what was changed since: a changed part is judged anew. */
function stillWrong<T>(faults: readonly Fault[], before: T, after: T): Fault[] {
  const partOf = (value: unknown, path: string) => (value as Record<string, unknown>)[path.split(".")[0] ?? ""];
  return faults.filter(({ path }) => JSON.stringify(partOf(before, path)) === JSON.stringify(partOf(after, path)));
}

/** What is asked about this change beyond the difference; undefined for nothing. */
export type Questions<N extends SettingName> = (
  before: SettingValue<N>,
  after: SettingValue<N>,
) => Question | undefined;

/**
 * A setting's form: input, errors once saving was tried, and saving once the difference is confirmed. `bar` is for the
 * form's save bar; `refused` words the server's error of a field, by its path. `Typed` is the content of the fields, if
 * they can hold what the setting cannot; without errors it is the setting. `onWrong` gets the path of the first invalid
 * field before it is focused. `questions`, if given, says what is asked with the difference: what is sent may be a
 * proposal that changes nothing yet.
 */
export function useSettingForm<N extends SettingName, Faults extends object, Typed = SettingValue<N>>(
  name: N,
  saved: Saved<N>,
  faultsOf: (typed: Typed) => Faults,
  onWrong?: (path: string) => void,
  questions?: Questions<N>,
) {
  const t = useText();
  const { typed, since, restored, change, undo, isChanged } = useTypedSetting<Typed>(
    name,
    saved.data as Typed,
    saved.updated_at,
  );
  const [wasTried, setTried] = useState(false);
  const showFaults = wasTried || restored !== undefined;
  const save = useSaveSetting(name);
  const confirmChange = useConfirmChange();
  const found = faultsOf(typed);
  const refusals: Record<string, string> = {
    ...Object.fromEntries((restored ?? []).map(({ path, code }) => [`data.${path}`, t(`field.${code}`)])),
    ...fieldErrorTexts(t, save.error),
  };

  function leadTo(form: HTMLFormElement, path: string | undefined): void {
    if (path === undefined) return;
    onWrong?.(path);
    focusMarked(form);
  }

  return {
    typed,
    set: (part: Partial<Typed>) => {
      if (!save.isPending) save.reset();
      change({ ...typed, ...part });
    },
    faults: showFaults ? found : ({} as Partial<Faults>),
    /** Paths of the marked fields. */
    wrong: [...(showFaults ? Object.keys(found) : []), ...Object.keys(refusals).map(fieldOf)],
    refused: (path: string): string | undefined => refusals[`data.${path}`],
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const [fault] = Object.keys(found);
      setTried(fault !== undefined);
      leadTo(form, fault);
      if (fault !== undefined || !isChanged || since !== saved.updated_at) return;
      const data = typed as unknown as SettingValue<N>;
      const question = questions?.(saved.data, data);
      confirmChange({
        name,
        before: saved.data,
        after: data,
        question,
        send: async (reason) => {
          try {
            return await save.mutateAsync({ data, since, reason, ...(question && { sure: true }) });
          } catch (error) {
            const [refused] = Object.keys(fieldErrorTexts(t, error)).map(fieldOf);
            // The form says what is wrong, and the card what a colleague saved.
            if (refused === undefined && !(error instanceof ApiError && error.code === "stateConflict")) throw error;
            afterDialog(() => leadTo(form, refused));
            return undefined;
          }
        },
      });
    },
    bar: {
      isChanged,
      /** A colleague saved the setting since this input was started: its card says so (useOvertaken). */
      isOvertaken: isChanged && since !== saved.updated_at,
      onUndo: () => {
        save.reset();
        setTried(false);
        undo();
      },
      saving: save.isSuccess && save.data.proposalId !== null ? ("idle" as const) : save.status,
      error: save.error,
      updatedAt: saved.updated_at,
    },
  };
}

/** Once the dialog has closed and given the focus back. */
const afterDialog = (work: () => void): void => void setTimeout(work, 100);

/** The server names a refused field by its path in the body. */
const fieldOf = (path: string): string => path.replace(/^data\./, "");

/** For a setting whose fields accept no invalid input. */
export const noFaults = (): object => ({});
