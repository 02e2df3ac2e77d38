/** Templates of contracts and their versions. */
import { useCallback } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLanguage } from "../../ui/text.tsx";

export function useTemplateVersions(type: string) {
  const api = useApi();
  return useCall(api.contracts.listTemplateVersions, { params: { type } });
}

/** The version that contracts are made from. */
export function useVersionInUse(type: string) {
  const query = useTemplateVersions(type);
  return { version: query.data?.find(({ state }) => state === "inUse"), query };
}

/** The name of a template in the page's language; its key while it is not known. */
export function useTemplateName(): (type: string) => string {
  const api = useApi();
  const language = useLanguage();
  const { data } = useCall(api.contracts.listTemplates);
  return useCallback(
    (type) => data?.find((one) => one.type === type)?.newest.content.name[language] ?? type,
    [data, language],
  );
}
