/** One named setting as saved. */
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";

export interface Saved<N extends SettingName> {
  data: SettingValue<N>;
  updated_at: string | null;
  updated_by?: string;
  /** The stored value cannot be used; `data` is the default. */
  unusable?: { stored: unknown; paths: string[] };
  can: { save: boolean };
}

/** The public call of the brand does not report an unusable stored value. */
export const useSettingCall = (name: SettingName) => {
  const { settings } = useApi();
  return (name === "brand" ? settings.getStoredBrand : settings.get) as typeof settings.get;
};

/** The setting, updated when colleagues save it. The server validates it on saving. */
export const useSetting = <N extends SettingName>(name: N) =>
  useCall(useSettingCall(name), { params: { name } }) as UseQueryResult<Saved<N>>;
