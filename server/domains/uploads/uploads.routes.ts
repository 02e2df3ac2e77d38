/** The calls of resumable uploads. */
import type { uploads } from "@portico/api/uploads.ts";
import type { Handlers } from "../../http/handlers.ts";
import { finishUpload } from "./completion.ts";
import { readRoom } from "./storage-limits.ts";
import { appendFragment, createUpload, readUpload, removeUpload } from "./uploads.ts";

export const uploadsRoutes: Handlers<typeof uploads> = {
  getRoom: (context, { params }) => readRoom(context, params),
  create: (context, { holder, body }) => createUpload(context, holder, body),
  get: (context, { holder, params }) => readUpload(context, holder, params.uploadId),
  append: (context, { params, body }) =>
    appendFragment(context, params, Buffer.from(body.buffer, body.byteOffset, body.length)),
  finish: (context, { holder, params, body }) =>
    finishUpload(context, holder, { id: params.uploadId, sha256: body.sha256 }),
  remove: (context, { holder, params }) => removeUpload(context, holder, params.uploadId),
};
