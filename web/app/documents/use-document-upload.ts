/** Sending documents of a holder: in fragments, several at once, with the firm's limits in the refusals. */
import { ApiError } from "@portico/api/errors.ts";
import { documentBinDays, documentMaxMegabytes } from "@portico/api/rules/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { UploadPurpose } from "@portico/api/uploads.ts";
import { useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { useCall } from "../shell/calls/use-call.ts";
import { sendFile } from "../shell/unsent/send-file.ts";
import type { Resumable } from "../ui/file-field.tsx";
import { useText } from "../ui/text.tsx";
import type { FieldFile, Upload } from "../ui/uploads.ts";
import { SendingDocument } from "./sending-document.tsx";
import { useUnfinishedUploads } from "./unfinished-uploads.tsx";

const megabyte = 1024 * 1024;
const atOnce = 3;
/** What office adds for clients. */
const staffKinds = ".pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.csv";

/**
 * What a FileField needs to send documents; `use` makes a document of a finished upload, and may be called again if its
 * answer was lost.
 */
export function useDocumentUpload(
  holder: Holder,
  use: (upload: number, on: { file: File; isRepeated: boolean }) => Promise<FieldFile>,
  { purpose, byStaff = false }: { purpose?: UploadPurpose; byStaff?: boolean } = {},
) {
  const t = useText();
  const api = useApi();
  const explainUsual = useRefusalText();
  const { holderType, holderId } = holder;
  const { data: room } = useCall(api.uploads.getRoom, { params: { holderType, holderId } });
  const [count, setCount] = useState(0);

  const megabytes = room ? room.fileMaxBytes / megabyte : documentMaxMegabytes.file;
  const tooLarge = t("documents.upload.tooLarge", { megabytes });
  const unfinished = useUnfinishedUploads({ holderType, holderId }, purpose);
  const upload: Upload = (file, on) => {
    unfinished.take(file);
    return sendFile(api, {
      holder: { holderType, holderId },
      file,
      on,
      purpose,
      isResumable: true,
      use: (id, isRepeated) => use(id, { file, isRepeated }),
    });
  };
  const explain = (error: unknown): string => {
    const code = error instanceof ApiError ? error.errors[0]?.code : undefined;
    if (code === "fileTooBig") return tooLarge;
    if (code === "refusedType" && byStaff) return t("documents.upload.officeTypes");
    if (code !== "quotaFull" || !room) return explainUsual(error);
    return t("documents.upload.noRoom", {
      limit: room.maxBytes / megabyte,
      used: Math.ceil(room.usedBytes / megabyte),
      days: documentBinDays,
    });
  };
  const resumable: Resumable = { atOnce, Row: SendingDocument };
  const largest = { megabytes, text: tooLarge };
  return {
    field: { upload, explain, resumable, onSending: setCount, largest, ...(byStaff && { kinds: staffKinds }) },
    unfinished,
    isSending: count > 0,
  };
}
