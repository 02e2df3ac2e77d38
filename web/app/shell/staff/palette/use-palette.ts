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
import { isOfServer, listOptions } from "./palette-options.ts";
import { listRecent } from "./recent.ts";
import { usePaletteEntries } from "./use-palette-entries.ts";

const pauseMilliseconds = 120;

export function usePalette() {
  const { id } = useProfile();
  const [typed, setTyped] = useState("");
  const [action, setAction] = useState<Entry>();
  // Not its place: what is found later must not move the choice to something else.
  const [chosenKey, setChosenKey] = useState<string>();
  const [awaited, setAwaited] = useState<{ inNewTab: boolean }>();
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
  /** What the server found is of what is typed now, not of what was typed before. */
  const isFoundNow = query === "" || (query === asked && !search.isPlaceholderData && !search.isPending);
  const chosen = options.find(({ key }) => key === chosenKey) ?? options[0];
  function begin(text: string) {
    setTyped(text);
    setChosenKey(undefined);
    setAwaited(undefined);
  }
  return {
    typed,
    query,
    action,
    options,
    chosen,
    /** Whether Enter may open it: while an answer is on its way, records on screen may be of what was typed before. */
    isReady: chosen !== undefined && (isFoundNow || !isOfServer(chosen)),
    /** Enter was pressed before the answer: what is chosen then is opened. */
    awaited: isFoundNow || search.isError ? awaited : undefined,
    wait: (inNewTab: boolean) => setAwaited({ inNewTab }),
    endWait: () => setAwaited(undefined),
    search,
    /** Nothing was found, and everything was asked. */
    isNothing:
      options.length === 0 && query === asked && !isTooLong && enabled && search.isSuccess && !search.isPlaceholderData,
    isWaiting: enabled && (query !== asked || search.isFetching),
    type: begin,
    /** To the next or the one before, from the last to the first. */
    move: (step: 1 | -1) =>
      setChosenKey(options[(options.findIndex((one) => one === chosen) + step + options.length) % options.length]?.key),
    choose: setChosenKey,
    askFor(entry: Entry | undefined) {
      setAction(entry);
      begin("");
    },
  };
}
