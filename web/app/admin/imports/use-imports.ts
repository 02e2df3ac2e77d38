/** Previews, their confirmation, and the list of past imports. */

import type { ImportPreview } from "@portico/api/imports.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";
import { useLanguage } from "../../ui/text.tsx";
import { type OpeningLine, openingBalanceOf } from "./opening-lines.ts";
import type { ChosenFile } from "./read-file.ts";
import { keepLines } from "./use-opening-lines.ts";

const importsKey = ["admin", "imports"] as const;
const listKey = [...importsKey, "list"] as const;
const oneKey = (id: number) => [...importsKey, id] as const;

/** What a colleague reads, accepts or writes shows at once, and nobody decides about what is decided. */
function useFollowColleagues(): void {
  const queries = useQueryClient();
  useSocketEvent("desk:changed", ({ part }) => {
    if (part === "imports") void queries.invalidateQueries({ queryKey: importsKey });
  });
}

export function useImports() {
  const api = useApi();
  useFollowColleagues();
  return useInfiniteQuery({
    queryKey: listKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.imports.list({ query: { limit: 50, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The last files that told of one client. */
export function useClientImports({ holderType, holderId }: Holder) {
  const api = useApi();
  return useQuery({
    queryKey: [...listKey, "of", holderType, holderId],
    queryFn: ({ signal }) =>
      api.imports.list({ query: { holder_type: holderType, holder_id: holderId, limit: 5 }, signal }),
  });
}

export function useImport(id: number) {
  const api = useApi();
  useFollowColleagues();
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.imports.get({ params: { id }, signal }),
    // A preview does not change by itself; what ends it, keeps its answer here or is told.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const quotesKey = (id: number) => [...oneKey(id), "quotes"] as const;

/** The new prices or rates of a file: those alone that need a look, or all; none of a statement. */
export function useQuotes(id: number, show: "marked" | "all", enabled = true) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...quotesKey(id), show],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.imports.listQuotes({ params: { id }, query: { show, limit: 50, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useAcceptQuotes(id: number) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { places: number[] } | { all: "weekend" }) => api.imports.acceptQuotes({ params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: quotesKey(id) }),
  });
}

function useKeepPreview(): (preview: ImportPreview) => void {
  const queries = useQueryClient();
  return (preview) => {
    queries.setQueryData(oneKey(preview.id), preview);
    void queries.invalidateQueries({ queryKey: quotesKey(preview.id) });
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

interface Reading {
  file: ChosenFile;
  /** Opening balances as typed. */
  lines: readonly OpeningLine[];
  /** Keys of instruments to leave out. */
  exclude: readonly string[];
}

export function usePreview() {
  const api = useApi();
  const language = useLanguage();
  const keep = useKeepPreview();
  return useMutation({
    mutationFn: ({ file, lines, exclude }: Reading) =>
      api.imports.preview({
        body: {
          kind: file.kind,
          fileName: visibleFileName(file.name),
          content: file.content,
          openingBalances: lines.map((line) => openingBalanceOf(language, line)),
          exclude: [...exclude],
        },
      }),
    // Also where the page was left meanwhile: whoever opens the preview later finds the lines that it was made with.
    onSuccess: (read, { lines }) => {
      keepLines(read.id, lines);
      keep(read);
    },
  });
}

/** Ends a preview one way or the other; where it changed meanwhile, shows it as it is now. */
export function useEndPreview(id: number): (how: "confirm" | "discard") => Promise<ImportPreview> {
  const api = useApi();
  const keep = useKeepPreview();
  const queries = useQueryClient();
  return async (how) => {
    try {
      const ended = await api.imports[how]({ params: { id }, body: {} });
      keep(ended);
      return ended;
    } catch (error) {
      await queries.invalidateQueries({ queryKey: oneKey(id) });
      throw error;
    }
  };
}
