/** The calls of machines' keys. */
import type { machines } from "@portico/api/machines.ts";
import type { Handlers } from "../../http/handlers.ts";
import { approveKey, endKey, makeKey, readKeys, rotateKey, takeKeyOver } from "./machines.ts";

export const machinesRoutes: Handlers<typeof machines> = {
  list: (context) => readKeys(context),
  make: (context, { body }) => makeKey(context, body),
  approve: (context, { params, body }) => approveKey(context, params.id, body.version),
  decline: (context, { params }) => endKey(context, params.id, "declined"),
  revoke: (context, { params }) => endKey(context, params.id, "revoked"),
  rotate: (context, { params, body }) => rotateKey(context, params.id, body),
  takeOver: (context, { params, body }) => takeKeyOver(context, params.id, body.version),
};
