/** One named setting as it is saved. */
import type { SettingName, SettingValue } from "@portico/api/settings.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useApi } from "../api.tsx";
import { useCall } from "../calls/use-call.ts";

export interface Saved<N extends SettingName> {
  data: SettingValue<N>;
  updated_at: string | null;
  /** What lies in the database cannot be used; `data` is the default. */
  unusable?: { stored: unknown; paths: string[] };
}

/** The open call of the brand does not say that the stored one cannot be used. */
export const useSettingCall = (name: SettingName) => {
  const { settings } = useApi();
  return (name === "brand" ? settings.getStoredBrand : settings.get) as typeof settings.get;
};

/** The setting, which follows what colleagues save. The server checks it by what it means when it is saved. */
export const useSetting = <N extends SettingName>(name: N) =>
  useCall(useSettingCall(name), { params: { name } }) as UseQueryResult<Saved<N>>;
