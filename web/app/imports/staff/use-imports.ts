/** Previews, their confirmation, and the list of past imports. */

import type { ImportPreview, ImportQuestion, RowDecision, TransferCost } from "@portico/api/imports.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { useKnown } from "../../shell/calls/use-known.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useLanguage } from "../../ui/text.tsx";
import { type OpeningLine, toOpeningBalance } from "./opening-lines.ts";
import type { ChosenFile } from "./read-file.ts";
import { storeLines } from "./use-opening-lines.ts";

export function useImports() {
  const api = useApi();
  return usePages(api.imports.list, { query: { limit: 50 } });
}

/** The last files that name one client. */
export function useClientImports({ holderType, holderId }: Holder) {
  const api = useApi();
  return useCall(api.imports.list, { query: { holder_type: holderType, holder_id: holderId, limit: 5 } });
}

export function useImport(id: number) {
  const api = useApi();
  // A preview does not change by itself; ending it updates this answer or emits an event.
  return useCall(api.imports.get, { params: { id } }, { staleTime: Number.POSITIVE_INFINITY });
}

/** The new prices or rates of a file: only marked ones, or all; none for a statement. */
export function useQuotes(id: number, show: "marked" | "all", enabled = true) {
  const api = useApi();
  return usePages(api.imports.listQuotes, { params: { id }, query: { show, limit: 50 } }, { enabled });
}

export function useAcceptQuotes(id: number) {
  return useChange((api, body: { places: number[] } | { all: "weekend" }) =>
    api.imports.acceptQuotes({ params: { id }, body }),
  );
}

/** Answers a question of a preview, or withdraws the answer, and shows the preview that follows. */
export function useAnswer(id: number) {
  const show = useShowPreview();
  return useChange(
    (api, body: { key: string; answer: ImportQuestion["answer"] }) => api.imports.answer({ params: { id }, body }),
    { onSuccess: (preview) => show(preview) },
  );
}

function useShowPreview(): (preview: ImportPreview) => void {
  const api = useApi();
  const known = useKnown();
  return (preview) => known.set(api.imports.get, { params: { id: preview.id } }, preview);
}

/** What a file is read with. */
export interface Choices {
  /** Opening balances as typed. */
  lines: readonly OpeningLine[];
  /** Keys of instruments to exclude. */
  exclude: readonly string[];
  decisions: readonly RowDecision[];
  transferCosts: readonly TransferCost[];
  /** Whose the file is where it does not say. */
  account?: string;
  /** The key of the mapping chosen by hand. */
  mapping?: string;
  /** Whose file it is, if that is not told by its format. */
  custodian?: number;
}

export const noChoices: Choices = { lines: [], exclude: [], decisions: [], transferCosts: [] };

interface Reading extends Choices {
  file: ChosenFile;
}

export function usePreview() {
  const language = useLanguage();
  const show = useShowPreview();
  return useChange(
    (api, { file, lines, exclude, decisions, transferCosts, account, mapping, custodian }: Reading) =>
      api.imports.preview({
        body: {
          kind: file.kind,
          fileName: visibleFileName(file.name),
          ...file.sent,
          openingBalances: lines.map((line) => toOpeningBalance(language, line)),
          exclude: [...exclude],
          decisions: [...decisions],
          transferCosts: [...transferCosts],
          ...(account !== undefined && { account }),
          ...(mapping !== undefined && { mapping }),
          ...(custodian !== undefined && { custodian }),
        },
      }),
    {
      // Also if the page was left meanwhile: whoever opens the preview later finds the lines it was made with.
      onSuccess: (read, { lines }) => {
        storeLines(read.id, lines);
        show(read);
      },
      inBackground: true,
    },
  );
}

/** Confirms or discards a preview; if it changed meanwhile, shows the new one. */
export function useEndPreview(id: number): (how: "confirm" | "discard") => Promise<ImportPreview> {
  const show = useShowPreview();
  const runChange = useRunChange();
  return (how) =>
    runChange(async (api) => {
      const ended = await api.imports[how]({ params: { id }, body: {} });
      show(ended);
      return ended;
    });
}
