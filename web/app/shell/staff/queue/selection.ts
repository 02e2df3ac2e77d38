/** Which rows of a queue are selected: single ones, and ranges from the last one that was selected. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | undefined;
}

export const noSelection: Selection = { ids: new Set(), anchor: undefined };

/** Selects the row, or no longer. */
export function choose({ ids }: Selection, id: string, isChosen: boolean): Selection {
  const next = new Set(ids);
  if (isChosen) next.add(id);
  else next.delete(id);
  return { ids: next, anchor: id };
}

/** Selects all from where the last selection was to `id`, in the order in which they are shown; without one, `id` alone. */
export function chooseRange(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor);
  const to = shown.indexOf(id);
  if (from === -1 || to === -1) return choose(selection, id, true);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

export const chooseAll = (shown: readonly string[]): Selection => ({ ids: new Set(shown), anchor: shown[0] });

/** Those of the selection that may still be selected, as they are shown now. */
export const stillShown = ({ ids }: Selection, shown: readonly string[]): string[] => shown.filter((id) => ids.has(id));
