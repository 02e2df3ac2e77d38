/** Documents of a holder, and their types. */
import type { DocumentType } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { allRows, usePages } from "../shell/calls/use-pages.ts";
import { useLanguage } from "../ui/text.tsx";
import { type DocumentFilter, toDayRange } from "./document-filter.ts";

export const pageRows = 50;

/** Far more than a holder has. */
const exportLimit = 10_000;

const askedFor = (holder: Holder, filter: DocumentFilter, { bin, limit }: { bin: boolean; limit: number }) => ({
  params: { ...holder, type: filter.type || "all" },
  query: { limit, search: filter.search || undefined, ...toDayRange(filter), ...(bin && { bin: "true" }) },
});

/** The holder's documents that match, or what lies in the bin. */
export function useDocuments(holder: Holder, filter: DocumentFilter, { bin = false } = {}) {
  const api = useApi();
  return usePages(api.documents.list, askedFor(holder, filter, { bin, limit: pageRows }), {
    placeholderData: keepPreviousData,
  });
}

/** All of them, for the export. */
export function useAllDocuments(holder: Holder, filter: DocumentFilter, { bin = false } = {}) {
  const api = useApi();
  return () => allRows(api.documents.list, askedFor(holder, filter, { bin, limit: 200 }), { most: exportLimit });
}

export function useDocument({ holderType, holderId }: Holder, docId: number, { enabled }: { enabled: boolean }) {
  const api = useApi();
  return useCall(api.documents.get, { params: { holderType, holderId, docId } }, { enabled });
}

const none: readonly DocumentType[] = [];

/** The firm's types in its order, and the name of one in the page's language; a type that was removed shows its id. */
export function useDocumentTypes(): {
  types: readonly DocumentType[];
  nameOf: (type: string) => string;
  isPending: boolean;
} {
  const api = useApi();
  const language = useLanguage();
  const { data: types = none, isPending } = useCall(api.documents.listTypes);
  const nameOf = useCallback(
    (type: string) => types.find(({ id }) => id === type)?.name[language] ?? (isPending ? "" : type),
    [types, language, isPending],
  );
  return { types, nameOf, isPending };
}
