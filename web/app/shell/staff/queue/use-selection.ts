/** The selected rows of a queue; what is no longer listed is no longer selected. */
import { useCallback, useMemo, useState } from "react";
import { choose, chooseAll, chooseRange, noSelection, type Selection, stillShown } from "./selection.ts";

export interface Selecting {
  chosen: readonly string[];
  /** All that the filter matches are selected, also those that are not loaded. */
  isAll: boolean;
  choose: (id: string, isChosen: boolean) => void;
  /** `shown`: the rows in the order in which they are shown. */
  chooseRange: (id: string, shown: readonly string[]) => void;
  chooseShown: () => void;
  chooseMatching: () => void;
  clear: () => void;
}

/** `choosable`: the rows that may be selected. `filter`: with another one, "all that match" is no longer selected. */
export function useSelection(choosable: readonly string[], filter: string): Selecting {
  const [selection, setSelection] = useState<Selection>(noSelection);
  const [matching, setMatching] = useState<string>();
  const change = useCallback((next: (before: Selection) => Selection) => {
    setMatching(undefined);
    setSelection(next);
  }, []);
  const chosen = useMemo(() => stillShown(selection, choosable), [selection, choosable]);
  return {
    chosen,
    isAll: matching === filter && chosen.length > 0,
    choose: useCallback((id, isChosen) => change((before) => choose(before, id, isChosen)), [change]),
    chooseRange: useCallback((id, shown) => change((before) => chooseRange(before, id, shown)), [change]),
    chooseShown: () => change(() => chooseAll(choosable)),
    chooseMatching: () => {
      setSelection(chooseAll(choosable));
      setMatching(filter);
    },
    clear: useCallback(() => change(() => noSelection), [change]),
  };
}
