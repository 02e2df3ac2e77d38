/** One named setting: as saved, as typed, and saving it. What is typed stays until it is saved or undone. */
import type { SettingName, SettingValue } from "@portico/api/settings.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
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
    mutationFn: (data: SettingValue<N>) => api.settings.save({ params: { name }, body: { data } }),
    onSuccess: (saved) => queries.setQueryData(settingKey(name), saved),
  });
}

/** The typed setting, kept for the tab. */
export function useTypedSetting<T>(name: SettingName, saved: T) {
  const draft = useDraft(`setting.${name}`, JSON.stringify(saved));
  return {
    typed: JSON.parse(draft.value) as T,
    change: (typed: T) => draft.set(JSON.stringify(typed)),
    undo: draft.clear,
    isChanged: draft.isChanged,
  };
}
