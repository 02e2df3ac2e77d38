/** Staff look through a client's eyes in this tab: every call carries the view's id, and none may change anything. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { currentSession, onSessionChange } from "./session.ts";
import { createStore, useStore } from "./store.ts";

export interface ViewAs {
  id: number;
  holder: Holder;
  name: string;
  state: HolderState;
  clientNumber: string | null;
  /** Epoch milliseconds; the server ends it then. */
  until: number;
}

const key = "portico.viewAs";

function stored(): ViewAs | null {
  try {
    const view = JSON.parse(sessionStorage.getItem(key) ?? "null") as ViewAs | null;
    return view && view.until > Date.now() ? view : null;
  } catch {
    return null;
  }
}

const store = createStore<ViewAs | null>(typeof window === "undefined" ? null : stored());

if (typeof window !== "undefined")
  onSessionChange(() => {
    if (!currentSession()) setViewAs(null);
  });

export function setViewAs(view: ViewAs | null): void {
  if (view) sessionStorage.setItem(key, JSON.stringify(view));
  else sessionStorage.removeItem(key);
  store.set(view);
}

/** The view that stands in this tab, outside of rendering. */
export const currentViewAs = (): ViewAs | null => store.get();
export const useViewAs = (): ViewAs | null => useStore(store, null);
