/** The calls about a holder's files. */
import type { files } from "@portico/api/files.ts";
import type { Handlers } from "../../http/handlers.ts";
import { describeFile, downloadFile, removeFile, uploadFile } from "./files.service.ts";

export const filesRoutes: Handlers<typeof files> = {
  upload: (context, { params, body }) => uploadFile(context, params, body),
  describe: (context, { params }) => describeFile(context, params, params.fileId),
  download: (context, { params }) => downloadFile(context, params, params.fileId),
  remove: (context, { params }) => removeFile(context, params, params.fileId),
};
