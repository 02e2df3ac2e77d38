/** A receiver for one test. */
import { onTestFinished } from "vitest";
import { type Received, type Receiver, startReceiver } from "./start-receiver.ts";

export type { Received };

/** Listens until the test ends. */
export async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}
