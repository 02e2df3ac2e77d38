/** The calls about a holder's files. */
import type { files } from "@portico/api/files.ts";
import type { Handlers } from "../../http/handlers.ts";
import { describeFile, downloadFile, removeFile, uploadFile } from "./files.ts";

export const filesRoutes: Handlers<typeof files> = {
  upload: (context, { holder, body }) => uploadFile(context, holder, body),
  describe: (context, { holder, params }) => describeFile(context, holder, params.fileId),
  download: (context, { holder, params }) => downloadFile(context, holder, params.fileId),
  remove: (context, { holder, params }) => removeFile(context, holder, params.fileId),
};
