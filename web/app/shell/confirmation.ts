/** The confirmation dialog: open with content, its action run on confirm, cleared on close. */
import type { ReactNode } from "react";
import { currentSession, onSessionChange } from "./session.ts";
import { createStore, useStore } from "./store.ts";

export interface Confirmation {
  title: string;
  text: string;
  /** What does not fit a sentence; elements of our own, never markup from data. */
  html?: ReactNode;
  /** Word on the confirming button, where "Confirm" says too little. */
  confirmLabel?: string;
  /** Word on the other button, where "Cancel" could be taken for the action. */
  cancelLabel?: string;
  /** The action takes something away that does not come back. */
  destructive?: boolean;
  /** Asks for words that go with the action, which is not offered without them. */
  reason?: { label: string; hint: string };
  /** The dialog waits for it; where it throws, the dialog stays and the error is shown. `reason` is given where it is asked for. */
  action: (reason?: string) => void | Promise<void>;
  /** What to say of a failure beyond its wording, as a link to what stands in the way; undefined where that says it. */
  failure?: (error: unknown) => Promise<ReactNode>;
}

/** What had the focus when it was asked for: a dialog that is there already takes the focus before anybody can look. */
type Asked = Confirmation & { asker: Element | null };

const store = createStore<Asked | null>(null);

export const openConfirmation = (confirmation: Confirmation): void =>
  store.set({ ...confirmation, asker: document.activeElement });
export const closeConfirmation = (): void => store.set(null);
/** The open one, outside of rendering. */
export const currentConfirmation = (): Asked | null => store.get();
export const useConfirmation = (): Asked | null => useStore(store, null);

// It names what the person signed in was about to do.
onSessionChange(() => {
  if (!currentSession()) closeConfirmation();
});
