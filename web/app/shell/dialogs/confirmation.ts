/** The confirmation dialog: open with content, its action run on confirm, cleared on close. */
import type { ReactNode } from "react";
import { currentSession, onSessionChange } from "../session/session.ts";
import { createStore, useStore } from "../store.ts";

export interface Confirmation {
  title: string;
  text: string;
  /** Content beyond a sentence; our own elements, never markup from data. */
  html?: ReactNode;
  /** The content is long lines, such as texts beside each other. */
  wide?: boolean;
  /** Text of the confirm button, if "Confirm" is not specific enough. */
  confirmLabel?: string;
  /** Text of the cancel button, if "Cancel" could be mistaken for the action. */
  cancelLabel?: string;
  /** The action deletes something permanently. */
  destructive?: boolean;
  /** Asks for a reason, without which the action is not offered; the tools, such as ready texts, stand above it. */
  reason?: { label: string; hint: string; renderTools?: (insert: (text: string) => void) => ReactNode };
  /** The dialog waits for it; if it throws, the dialog stays and shows the error. `reason` is passed if asked for. */
  action: (reason?: string) => void | Promise<void>;
  /** Additional content for a failure, such as a link to the cause; undefined if the text is enough. */
  failure?: (error: unknown) => Promise<ReactNode>;
}

/** The focused element when it was opened: an already loaded dialog takes the focus immediately. */
type OpenConfirmation = Confirmation & { asker: Element | null };

const store = createStore<OpenConfirmation | null>(null);

export const openConfirmation = (confirmation: Confirmation): void =>
  store.set({ ...confirmation, asker: document.activeElement });
export const closeConfirmation = (): void => store.set(null);
/** The open one, outside of rendering. */
export const currentConfirmation = (): OpenConfirmation | null => store.get();
export const useConfirmation = (): OpenConfirmation | null => useStore(store, null);

// It names an action of the person who was signed in.
onSessionChange(() => {
  if (!currentSession()) closeConfirmation();
});
