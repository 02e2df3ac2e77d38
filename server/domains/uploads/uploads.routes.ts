/** The calls of resumable uploads. */
import type { uploads } from "@portico/api/uploads.ts";
import type { Handlers } from "../../http/handlers.ts";
import { finishUpload } from "./uploads.finish.service.ts";
import { readRoom } from "./uploads.room.service.ts";
import { appendFragment, createUpload, readUpload, removeUpload } from "./uploads.service.ts";

export const uploadsRoutes: Handlers<typeof uploads> = {
  getRoom: (context, { params }) => readRoom(context, params),
  create: (context, { params, body }) => createUpload(context, params, body),
  get: (context, { params }) => readUpload(context, params, params.uploadId),
  append: (context, { params, body }) =>
    appendFragment(context, params, Buffer.from(body.buffer, body.byteOffset, body.length)),
  finish: (context, { params, body }) => finishUpload(context, params, { id: params.uploadId, sha256: body.sha256 }),
  remove: (context, { params }) => removeUpload(context, params, params.uploadId),
};
