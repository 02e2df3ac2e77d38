/**
 * A form's draft, for the page that edits it. Changes that the server does not have are stored in this browser until
 * they are sent.
 */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useSocketEvent } from "../../shell/offline/use-socket-event.ts";
import { holderKey } from "../../shell/session/active-holder.ts";
import { currentSession } from "../../shell/session/session.ts";
import { formKeyPrefix, readKept, writeKept } from "../../shell/storage.ts";
import { type DraftState, FormDraft, type Save } from "./form-draft.ts";
import type { Pending } from "./merged-fields.ts";

export interface OpenDraft extends DraftState, Pick<FormDraft, "change" | "goTo" | "flush" | "forgetMerged"> {}

const keyOf = (holder: Holder): string => `${formKeyPrefix}${holderKey(holder)}`;

function readPending(holder: Holder): Pending {
  try {
    const stored = JSON.parse(readKept(keyOf(holder)) ?? "{}") as unknown;
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Pending) : {};
  } catch {
    return {};
  }
}

/** `again` fetches the form as saved by another device. */
export function useFormDraft(holder: Holder, type: FormType, form: Form, again: () => void): OpenDraft {
  const api = useApi();
  const { holderType, holderId } = holder;
  const save = useCallback<Save>(
    (body) => api.forms.save({ params: { holderType, holderId, type }, body }),
    [api, holderType, holderId, type],
  );
  const [draft] = useState(() => {
    const writer = currentSession()?.profile.id;
    return new FormDraft(form, save, {
      read: () => readPending(holder),
      store: (pending) =>
        writeKept(writer, keyOf(holder), Object.keys(pending).length === 0 ? null : JSON.stringify(pending)),
      hasWriterLeft: () => currentSession()?.profile.id !== writer,
    });
  });
  useEffect(() => draft.saveBy(save), [draft, save]);
  const state = useSyncExternalStore(draft.subscribe, draft.getState, draft.getState);

  // This page's own saves need no refetch.
  useSocketEvent("form:changed", (event) => {
    const { version } = event;
    if (holderKey(event) !== holderKey(holder) || version === undefined) return;
    void draft.isBehind(version).then((isBehind) => {
      if (isBehind) again();
    });
  });
  useEffect(() => void draft.take(form), [draft, form]);

  useEffect(() => {
    const close = draft.open();
    // When the tab is left, pending changes are sent at once, and kept if they do not arrive.
    const leave = () => {
      if (document.visibilityState === "hidden") draft.sendPending();
    };
    addEventListener("online", draft.retry);
    document.addEventListener("visibilitychange", leave);
    return () => {
      removeEventListener("online", draft.retry);
      document.removeEventListener("visibilitychange", leave);
      close();
    };
  }, [draft]);

  const { change, goTo, flush, forgetMerged } = draft;
  return { ...state, change, goTo, flush, forgetMerged };
}
