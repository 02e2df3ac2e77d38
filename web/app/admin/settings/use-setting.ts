/** One named setting: as saved, as typed, and saving it. What is typed stays until it is saved or undone. */
import type { SettingName, SettingValue } from "@portico/api/settings.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "../../shell/api.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { useDraft } from "../../ui/use-draft.ts";

const settingKey = (name: SettingName) => ["admin", "settings", name] as const;

export interface Saved<N extends SettingName> {
  data: SettingValue<N>;
  updated_at: string | null;
}

/** The server checks each setting against its shape when it is saved. */
export function useSetting<N extends SettingName>(name: N) {
  const api = useApi();
  return useQuery({
    queryKey: settingKey(name),
    queryFn: async ({ signal }) => (await api.settings.get({ params: { name }, signal })) as Saved<N>,
  });
}

export function useSaveSetting<N extends SettingName>(name: N) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ data, reason }: { data: SettingValue<N>; reason?: string | undefined }) =>
      api.settings.save({ params: { name }, body: { data, ...(reason && { reason }) } }),
    onSuccess: (saved) => queries.setQueryData(settingKey(name), saved),
  });
}

/** The typed setting, kept for the tab. */
function useTypedSetting<T>(name: SettingName, saved: T) {
  const draft = useDraft(`setting.${name}`, JSON.stringify(saved));
  return {
    typed: JSON.parse(draft.value) as T,
    change: (typed: T) => draft.set(JSON.stringify(typed)),
    undo: draft.clear,
    isChanged: draft.isChanged,
  };
}

/**
 * A setting's form: what is typed, what is wrong with it once saving was tried, and the saving of what is fine. `bar` is for the
 * form's save bar. `Typed` is what stands in the fields, where they can hold what the setting cannot; without a fault it is the setting.
 */
export function useSettingForm<N extends SettingName, Faults extends object, Typed = SettingValue<N>>(
  name: N,
  saved: Saved<N>,
  faultsOf: (typed: Typed) => Faults,
) {
  const { typed, change, undo, isChanged } = useTypedSetting<Typed>(name, saved.data as Typed);
  const [showFaults, setShowFaults] = useState(false);
  const save = useSaveSetting(name);
  const found = faultsOf(typed);

  return {
    typed,
    set: (part: Partial<Typed>) => {
      if (!save.isPending) save.reset();
      change({ ...typed, ...part });
    },
    faults: showFaults ? found : ({} as Partial<Faults>),
    submit: (event: FormEvent) => {
      event.preventDefault();
      const isFine = Object.keys(found).length === 0;
      setShowFaults(!isFine);
      if (!isFine || !isChanged) return;
      // The button that saves goes with what there was to save.
      save.mutate({ data: typed as unknown as SettingValue<N> }, { onSuccess: undo, onSettled: rememberFocus() });
    },
    bar: { isChanged, onUndo: undo, saving: save.status, error: save.error, updatedAt: saved.updated_at },
  };
}

/** Of a setting whose fields let nothing wrong be typed. */
export const noFaults = (): object => ({});
