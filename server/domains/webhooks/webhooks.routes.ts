/** The calls of webhooks. */
import type { webhooks } from "@portico/api/webhooks.ts";
import type { Handlers } from "../../http/handlers.ts";
import { dropWaiting, listWebhooks, pause, removeEndpoint, resume } from "./endpoints.ts";
import { listMessages, readDelivery, sendAgain, sendTest } from "./messages.ts";
import { endFormerSecret, makeSecret } from "./secrets.ts";

export const webhooksRoutes: Handlers<typeof webhooks> = {
  list: (context) => listWebhooks(context),
  makeSecret: (context, { params }) => makeSecret(context, params.endpointId),
  endFormerSecret: (context, { params }) => endFormerSecret(context, params.endpointId),
  pause: (context, { params }) => pause(context, params.endpointId),
  resume: (context, { params }) => resume(context, params.endpointId),
  dropWaiting: (context, { params }) => dropWaiting(context, params.endpointId),
  remove: (context, { params }) => removeEndpoint(context, params.endpointId),
  test: (context, { params }) => sendTest(context, params.endpointId),
  listDeliveries: (context, { params, query }) => listMessages(context, params.endpointId, query),
  getDelivery: (context, { params }) => readDelivery(context, params.deliveryId),
  sendAgain: (context, { params }) => sendAgain(context, params.deliveryId),
};
