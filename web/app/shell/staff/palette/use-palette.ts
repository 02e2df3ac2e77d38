/** The search's state: what was typed, what is offered for it, and which of that is chosen. */

import { useDebouncedValue } from "@mantine/hooks";
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { searchLimits } from "@portico/api/rules/search-limits.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useApi } from "../../calls/api.tsx";
import { useCall } from "../../calls/use-call.ts";
import { useProfile } from "../../session/session.ts";
import type { Entry } from "./palette-entries.ts";
import { listOptions } from "./palette-options.ts";
import { listRecent } from "./recent.ts";
import { usePaletteEntries } from "./use-palette-entries.ts";

const pauseMilliseconds = 120;

export function usePalette() {
  const { id } = useProfile();
  const [typed, setTyped] = useState("");
  const [action, setAction] = useState<Entry>();
  const [place, setPlace] = useState(0);
  const entries = usePaletteEntries();
  const query = typed.trim();
  const isTooLong = isLongerThan(query, searchLimits.longest);
  const [asked] = useDebouncedValue(query, pauseMilliseconds);
  const enabled = query !== "" && asked !== "" && !isLongerThan(asked, searchLimits.longest);
  const search = useCall(
    useApi().search.find,
    { query: { query: asked } },
    // Records change, and what was typed a minute ago is not typed again.
    { enabled, placeholderData: keepPreviousData, staleTime: 0, gcTime: 60_000 },
  );
  const options = useMemo(
    () =>
      isTooLong
        ? []
        : listOptions({
            query,
            records: query === "" ? [] : (search.data?.results ?? []),
            entries,
            recent: listRecent(id),
            action,
          }),
    [query, isTooLong, search.data, entries, id, action],
  );
  return {
    typed,
    query,
    action,
    options,
    chosen: options[Math.min(place, options.length - 1)],
    search,
    /** Nothing was found, and everything was asked. */
    isNothing:
      options.length === 0 && query === asked && !isTooLong && enabled && search.isSuccess && !search.isPlaceholderData,
    isWaiting: enabled && (query !== asked || search.isFetching),
    type(text: string) {
      setTyped(text);
      setPlace(0);
    },
    /** To the next or the one before, from the last to the first. */
    move: (step: 1 | -1) =>
      setPlace((before) => (Math.min(before, options.length - 1) + step + options.length) % options.length),
    choosePlace: setPlace,
    askFor(entry: Entry | undefined) {
      setAction(entry);
      setTyped("");
      setPlace(0);
    },
  };
}
