/** Documents of a holder, and their types. */
import type { DocumentType } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { usePages } from "../shell/calls/use-pages.ts";
import { useLanguage } from "../ui/text.tsx";
import { type DocumentFilter, daysOf } from "./document-filter.ts";

const pageRows = 50;

/** The holder's documents that match, or what lies in the bin. */
export function useDocuments(holder: Holder, filter: DocumentFilter, { bin = false } = {}) {
  const api = useApi();
  const { type, search } = filter;
  return usePages(
    api.documents.list,
    {
      params: { ...holder, type: type || "all" },
      query: { limit: pageRows, search: search || undefined, ...daysOf(filter), ...(bin && { bin: "true" }) },
    },
    { placeholderData: keepPreviousData },
  );
}

export function useDocument({ holderType, holderId }: Holder, docId: number, { enabled }: { enabled: boolean }) {
  const api = useApi();
  return useCall(api.documents.get, { params: { holderType, holderId, docId } }, { enabled });
}

const none: readonly DocumentType[] = [];

/** The firm's types in its order, and the name of one in the page's language; a type that was removed shows its id. */
export function useDocumentTypes(): { types: readonly DocumentType[]; nameOf: (type: string) => string } {
  const api = useApi();
  const language = useLanguage();
  const { data, isPending } = useCall(api.documents.listTypes);
  return {
    types: data ?? none,
    nameOf: (type) => data?.find(({ id }) => id === type)?.name[language] ?? (isPending ? "" : type),
  };
}
