/** Endpoints of tests: as an administrator makes them, with a receiver on this machine. */
import { randomUUID } from "node:crypto";
import type { WebhookEventName } from "@portico/api/webhook-events.ts";
import { createOutside } from "../../../adapters/outside/outside.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { sendDue } from "../sending.ts";

export interface MadeEndpoint {
  id: string;
  secret: string;
}

/** Adds an endpoint to the setting and makes its secret. */
export async function makeEndpoint(
  admin: TestUser,
  { url, events, name = "Receiver" }: { url: string; events: WebhookEventName[]; name?: string },
): Promise<MadeEndpoint> {
  const id = randomUUID();
  const { data } = await admin.client.settings.get({ params: { name: "webhooks" } });
  const { endpoints } = data as { endpoints: object[] };
  await admin.client.settings.save({
    params: { name: "webhooks" },
    body: { data: { endpoints: [...endpoints, { id, name, url, events }] } },
  });
  const { secret } = await admin.client.webhooks.makeSecret({ params: { endpointId: id }, body: {} });
  return { id, secret };
}

/** Sends what is due now. */
export const send = ({ services }: Pick<TestApp, "services">): Promise<void> => sendDue(services, { forMs: 30_000 });

/** As if so many seconds had passed. */
export function later({ services }: Pick<TestApp, "services">, seconds: number): void {
  const { now } = services;
  services.now = () => new Date(now().getTime() + seconds * 1000);
}

/** Calls that reach this machine alone, whatever the name. */
export const onThisMachine = () => createOutside({ allowed: ["127.0.0.1"] });
