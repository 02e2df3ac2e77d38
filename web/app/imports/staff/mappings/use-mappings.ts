/** Mappings of files: the list, one of them, saving and trying. */
import type { WrittenMapping } from "@portico/api/imports/mapping.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { useApi } from "../../../shell/calls/api.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import { useChange } from "../../../shell/calls/use-change.ts";
import type { ChosenFile } from "../read-file.ts";

export function useMappings() {
  const api = useApi();
  return useCall(api.importMappings.list);
}

export function useMapping(id: number) {
  const api = useApi();
  return useCall(api.importMappings.get, { params: { id } });
}

interface Trying {
  file: ChosenFile;
  /** Undefined: the tables of the file alone. */
  mapping: WrittenMapping | undefined;
  valuesOf: readonly string[];
}

export const useTryMapping = () =>
  useChange((api, { file, mapping, valuesOf }: Trying) =>
    api.importMappings.try({
      body: {
        fileName: visibleFileName(file.name),
        ...file.sent,
        valuesOf: [...valuesOf],
        ...(mapping && { mapping }),
      },
    }),
  );

/** Saves a new mapping, or the version after `version` of one; returns its id. */
export const useSaveMapping = (stored: { id: number; version: number } | undefined) =>
  useChange(async (api, body: { name: string; mapping: WrittenMapping }): Promise<number> => {
    if (!stored) return (await api.importMappings.create({ body })).id;
    await api.importMappings.change({ params: { id: stored.id }, body: { ...body, version: stored.version } });
    return stored.id;
  });

export const useEndMapping = (id: number) =>
  useChange((api, how: "retire" | "restore") => api.importMappings[how]({ params: { id }, body: {} }));
