/** Sends the messages that are due. Each endpoint has its own few at a time, so that one that is slow delays no other. */
import { webhookLimits } from "@portico/api/rules/webhooks.ts";
import { OutsideFailure } from "../../adapters/outside/outside.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { disable, tellGivenUp } from "./alarms.ts";
import { findSendable, listDue, lockEndpoint, type Sendable } from "./endpoints.queries.ts";
import { openSecrets } from "./secrets.ts";
import {
  type Attempt,
  type Claimed,
  claimDue,
  postponeBlocked,
  releaseNext,
  saveDelivered,
  saveFailed,
} from "./sending.queries.ts";
import { signedHeaders } from "./signing.ts";
import { askedPause, failureOf, isGivenUpOn, nextTry } from "./webhooks.policy.ts";

/** Of one endpoint at the same time, in each process. */
const atOnce = 16;
const timeoutMs = 10_000;
/** A process that has not said within this time what became of a message is taken for dead. */
const claimMs = 3 * timeoutMs;
/** How often it is looked for messages while some endpoint is busy. */
const lookMs = 250;
const newMessages = { "content-type": "application/json", "user-agent": "Portico-Webhooks/1" } as const;

type Sender = Pick<Services, "outside" | "now">;
type Signing = Pick<Sendable, "url"> & { secrets: readonly string[] };

/** One attempt; whatever happens is an attempt. */
export async function attemptTo(
  { outside, now }: Sender,
  { url, secrets }: Signing,
  { message_id: id, body }: Pick<Claimed, "message_id" | "body">,
): Promise<Attempt> {
  const at = now();
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  const headers = { ...newMessages, ...signedHeaders(secrets, { id, seconds: Math.floor(at.getTime() / 1000), body }) };
  try {
    const answer = await outside.request({
      url,
      method: "POST",
      headers,
      body,
      timeoutMs,
      maxBytes: webhookLimits.answerBytes,
      longer: "cut",
    });
    const failure = failureOf(answer.status);
    // PostgreSQL stores every character but this one.
    const text = answer.body.toString("utf8").replaceAll("\0", "\uFFFD");
    const notBefore = askedPause(answer.status, answer.headers["retry-after"], at);
    return { at, durationMs: durationMs(), status: answer.status, failure, detail: null, answer: text, notBefore };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    const failure = error.code === "tooLong" ? "unreachable" : error.code;
    return { at, durationMs: durationMs(), status: null, failure, detail: error.detail, answer: null, notBefore: null };
  }
}

/** Records what became of an attempt: when it is tried again, what is given up, and whether the endpoint is disabled. */
async function recordFailure(
  services: Services,
  endpointId: string,
  { id, object, tries, since }: Claimed,
  attempt: Attempt,
): Promise<void> {
  const now = services.now();
  const isGone = attempt.failure === "gone";
  const next = isGone ? null : nextTry({ tries: tries + 1, since, now, notBefore: attempt.notBefore }, Math.random());
  await transact(systemContext(services, "webhooks"), async (tx) => {
    await saveFailed(tx, { endpointId, id, attempt, next });
    const endpoint = await lockEndpoint(tx, endpointId);
    if (!endpoint || endpoint.disabled_at !== null) return;
    if (isGone) await disable(tx, services, endpoint, { at: now, reason: "gone" });
    else if (isGivenUpOn(endpoint.failing_since, now))
      await disable(tx, services, endpoint, { at: now, reason: "failing" });
    else if (next === null) await tellGivenUp(tx, services, endpoint);
  });
  if (next === null) await releaseNext(services.db, { endpointId, object, now });
}

async function sendOne(services: Services, endpointId: string, to: Signing, message: Claimed): Promise<void> {
  const attempt = await attemptTo(services, to, message);
  const { id, object, tries } = message;
  if (attempt.failure !== null) return recordFailure(services, endpointId, message, attempt);
  await saveDelivered(services.db, { endpointId, id, attempt });
  if (tries > 0) await releaseNext(services.db, { endpointId, object, now: services.now() });
}

/** Sends what is due to one endpoint, until nothing is, or until the signal. */
async function sendTo(services: Services, endpointId: string, ending: () => boolean): Promise<void> {
  const { db } = services;
  const running = new Set<Promise<void>>();
  let failed: unknown;
  const start = (to: Signing, message: Claimed) => {
    const sent: Promise<void> = sendOne(services, endpointId, to, message)
      .catch((error: unknown) => {
        failed ??= error;
      })
      .finally(() => running.delete(sent));
    running.add(sent);
  };
  // oxlint-disable-next-line no-unmodified-loop-condition -- a message that is being sent sets it
  while (failed === undefined && !ending()) {
    const endpoint = await findSendable(db, endpointId);
    if (!endpoint) break;
    const to = { url: endpoint.url, secrets: await openSecrets(services, endpoint) };
    const now = services.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await claimDue(db, endpointId, { now, until, limit: atOnce - running.size });
    for (const message of claimed) start(to, message);
    if (running.size === 0) {
      await postponeBlocked(db, endpointId, now);
      break;
    }
    // Several are taken by one statement, unless there are no more.
    const enough = claimed.length === 0 ? running.size - 1 : atOnce / 2;
    while (running.size > enough) await Promise.race(running);
  }
  await Promise.all(running);
  if (failed !== undefined) throw failed;
}

interface SendOptions {
  /** No endpoint is begun after this many milliseconds. */
  forMs: number;
}

/** Sends what is due to every endpoint; ends when nothing is, or after a while. */
export async function sendDue(services: Services, { forMs }: SendOptions): Promise<void> {
  const end = performance.now() + forMs;
  const ending = () => performance.now() >= end;
  const active = new Map<string, Promise<void>>();
  while (!ending()) {
    for (const id of await listDue(services.db, services.now())) {
      if (active.has(id)) continue;
      const sent = sendTo(services, id, ending)
        .catch((error: unknown) => services.log.warn({ err: error, webhook: id }, "messages were not sent"))
        .finally(() => active.delete(id));
      active.set(id, sent);
    }
    if (active.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, lookMs)));
    await Promise.race([pause, Promise.all(active.values())]);
    clearTimeout(timer);
  }
  await Promise.all(active.values());
}
