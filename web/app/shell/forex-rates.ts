/**
 * The FX rates (docs/rules.md, Portfolio): fetching sets them and selects the first unless one is selected, selecting replaces the selection,
 * clearing removes both from state and storage; they are restored from storage at start.
 */
import type { ForexRate } from "@portico/api/settings/shapes.ts";
import { useEffect } from "react";
import { useApi } from "./calls/api.tsx";
import { useCall } from "./calls/use-call.ts";
import { onSessionChange } from "./session/session.ts";
import { readStored, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

interface ForexRates {
  rates: readonly ForexRate[];
  selected: ForexRate | undefined;
  /** The first of all, which nobody chose: a page that knows the client's own currencies may begin with one of these. */
  isDefault: boolean;
}

const none: ForexRates = { rates: [], selected: undefined, isDefault: true };

function readRates(): ForexRates {
  const rates = readStored("rates");
  const selected = readStored("selectedRate") as (ForexRate & { isDefault?: boolean }) | undefined;
  if (!Array.isArray(rates)) return none;
  return { rates: rates as ForexRate[], selected, isDefault: selected?.isDefault ?? selected === undefined };
}

const store = createStore<ForexRates>(readRates());

function storeRates(next: ForexRates): void {
  writeStored("rates", next === none ? undefined : next.rates);
  writeStored("selectedRate", next.selected && { ...next.selected, ...(next.isDefault && { isDefault: true }) });
  store.set(next);
}

/** Stores the fetched rates; what was selected stays selected, at first the first. */
const setForexRates = (rates: readonly ForexRate[]): void => {
  const { selected, isDefault } = store.get();
  const kept = rates.find(({ code }) => code === selected?.code);
  storeRates({ rates, selected: kept ?? rates[0], isDefault: isDefault || !kept });
};

/** `byDefault`: nobody chose it. */
export function selectForexRate(code: string, { byDefault = false } = {}): void {
  const { rates } = store.get();
  storeRates({ rates, selected: rates.find((rate) => rate.code === code), isDefault: byDefault });
}

export const clearForexRates = (): void => storeRates(none);

// Signing out empties the storage, and this state with it.
onSessionChange(() => {
  if (readStored("rates") === undefined) store.set(none);
});

/**
 * The rates, fetched when a page that shows them is open; `load` fetches them again after they were cleared. `isComing`:
 * nothing is known yet, not even that there are none.
 */
export function useForexRates(): ForexRates & {
  load: () => void;
  loading: boolean;
  isComing: boolean;
  failed: boolean;
} {
  const api = useApi();
  const { data, refetch, isFetching, isError } = useCall(api.settings.getForexRates, {}, { staleTime: 60 * 60 * 1000 });
  useEffect(() => {
    if (data && JSON.stringify(store.get().rates) !== data.data) setForexRates(JSON.parse(data.data) as ForexRate[]);
  }, [data]);
  const load = () =>
    void refetch().then(({ data: fetched }) => fetched && setForexRates(JSON.parse(fetched.data) as ForexRate[]));
  return { ...useStore(store, none), load, loading: isFetching, isComing: !data && !isError, failed: isError };
}
