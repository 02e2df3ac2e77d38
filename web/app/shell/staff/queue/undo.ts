/** A change of many that the reader may still undo. */
import { createStore, useStore } from "../../store.ts";

export interface Undoable {
  id: number;
  /** What was done. */
  text: string;
  /** Until when, as this browser's clock has it: the server's may differ. */
  until: number;
}

const store = createStore<Undoable | null>(null);

/** Offers to undo the change, in place of the one before it. */
export const offerUndo = (undoable: Undoable): void => store.set(undoable);
export const endUndo = (): void => store.set(null);
export const useUndoable = (): Undoable | null => useStore(store, null);
