/** View-as in this tab: every call carries its id, and none may change anything. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { viewAsKey } from "../storage.ts";
import { createStore, useStore } from "../store.ts";
import { currentSession, onSessionChange } from "./session.ts";

export interface ViewAs {
  id: number;
  holder: Holder;
  name: string;
  state: HolderState;
  clientNumber: string | null;
  /** Epoch milliseconds of its end on the server. */
  until: number;
}

function stored(): ViewAs | null {
  try {
    const view = JSON.parse(sessionStorage.getItem(viewAsKey) ?? "null") as ViewAs | null;
    return view && view.until > Date.now() ? view : null;
  } catch {
    return null;
  }
}

const store = createStore<ViewAs | null>(typeof window === "undefined" ? null : stored());

/** It ends with the session, so that the next person does not continue it. */
function endWithSession(): void {
  if (!currentSession()) setViewAs(null);
}
if (typeof window !== "undefined") {
  endWithSession();
  onSessionChange(endWithSession);
}

export function setViewAs(view: ViewAs | null): void {
  if (view) sessionStorage.setItem(viewAsKey, JSON.stringify(view));
  else sessionStorage.removeItem(viewAsKey);
  store.set(view);
}

/** The view-as in this tab, outside of rendering. */
export const currentViewAs = (): ViewAs | null => store.get();
export const useViewAs = (): ViewAs | null => useStore(store, null);
