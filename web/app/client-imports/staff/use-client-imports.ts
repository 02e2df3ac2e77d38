/** Files of existing clients. */
import type { ClientImport } from "@portico/api/client-imports.ts";
import type { ClientField, ClientImportAction, ClientLineState } from "@portico/api/rules/client-imports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { textOfFile } from "../../shell/staff/file-text.ts";
import { readBase64 } from "../../ui/file-base64.ts";

const pageRows = 50;
/** While a file is being booked, for a browser whose socket is closed. */
const lookAgainMs = 3000;
/** Below the API's limit of 24 MB, because base64 enlarges the file. */
export const maxMegabytes = 16;
export const fileTypes = ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values";

/** A file of the firm, and how it is to be read. */
export interface FileToRead {
  file: File;
  language: Language;
  columns?: { place: number; field: ClientField | null }[];
}

/** A text in Unicode is sent as it is; the server decodes other encodings and workbooks. */
async function readSent(file: File): Promise<{ content: string } | { base64data: string }> {
  try {
    return { content: textOfFile(await file.arrayBuffer()) };
  } catch {
    return { base64data: await readBase64(file) };
  }
}

export function useClientImports() {
  const api = useApi();
  return usePages(api.clientImports.list, { query: { limit: pageRows } });
}

export function useClientImport(id: number) {
  const api = useApi();
  return useCall(
    api.clientImports.get,
    { params: { id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.state === "booking" || (data?.state === "undone" && data.endedAt === null) ? lookAgainMs : false,
    },
  );
}

export function useClientLines(id: number, state: ClientLineState | undefined) {
  const api = useApi();
  return usePages(api.clientImports.listLines, { params: { id }, query: { limit: pageRows, ...(state && { state }) } });
}

export const useReadFile = () =>
  useChange(
    async (api, { file, language, columns = [] }: FileToRead): Promise<ClientImport> =>
      api.clientImports.preview({
        body: { fileName: file.name.slice(0, 200), language, columns, ...(await readSent(file)) },
      }),
  );

export const useMoveImport = (id: number) =>
  useChange((api, body: { action: ClientImportAction; reason?: string }) =>
    api.clientImports.move({ params: { id }, body }),
  );

export const useDecideLine = (id: number) =>
  useChange((api, { line, is }: { line: number; is: "new" | "same" }) =>
    api.clientImports.decide({ params: { id, line }, body: { is } }),
  );
