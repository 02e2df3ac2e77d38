/**
 * Delays large bodies until there is capacity: a waiting body stays with its sender, not in the portal's memory. One
 * sender has one body read at a time; small bodies pass. A body that arrives slowly takes no capacity from others.
 */
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { createWorkQueue } from "../kernel/work-queue.ts";
import { createSlowBodies, usualPace } from "./slow-bodies.ts";

/** Limit of calls that declare no other; for callers without a session, what a form of one page needs. */
export const defaultBodyLimit = 1024 * 1024;
const strangersBodyLimit = 32 * 1024;

/** Bodies up to this size are read at once. */
export const smallBytes = 64 * 1024;
/** Bytes read or processed at once: two of the largest client files. A larger one is read alone. */
const maxBytes = 32 * 1024 * 1024;
const longestWaitMs = 60_000;
/** Waiting requests allowed per sender and in total. Further ones are refused at once. */
const maxWaiting = { ofSender: 12, ofAll: 200 };

export const bodyLimitOf = ({ bodyLimit, access }: Endpoint): number =>
  bodyLimit ?? (access.kind === "anyone" ? strangersBodyLimit : defaultBodyLimit);

/** Largest possible size of the body: as declared, or the call's limit if the sender declares none. */
function largestBody({ headers }: FastifyRequest, endpoint: Endpoint): number {
  const limit = bodyLimitOf(endpoint);
  const declared = Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : limit));
  // A body above the limit is refused by its declared length, without reading it.
  return declared > limit ? 0 : declared;
}

export interface BodyGate {
  /**
   * Waits for capacity; throws `tooManyRequests` or `unavailable` with Retry-After if that would take too long. The sender
   * is whose place it takes: a holder, whoever of its people sends, or a colleague. A small body does not wait: undefined.
   */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    sender: () => string,
  ): Promise<void> | undefined;
  /** The call's work has begun: the capacity is now released at its end, not at the end of the connection. */
  holdOpen(request: FastifyRequest): void;
  /** The body is no longer needed. */
  leave(request: FastifyRequest): void;
}

export function createBodyGate({ pace = usualPace } = {}): BodyGate {
  const queue = createWorkQueue({ capacity: maxBytes });
  const inside = new WeakMap<FastifyRequest, { end: () => void; isHeldOpen: boolean }>();
  const slow = createSlowBodies(pace, {
    othersWait: () => queue.waiting() > 0,
    stepAside: (sender) => queue.unweigh(sender),
  });

  function refuseCrowd(sender: string): void {
    if (queue.waiting(sender) >= maxWaiting.ofSender) throw new Refusal("tooManyRequests", { retryAfter: 30 });
    if (queue.waiting() >= maxWaiting.ofAll) throw new Refusal("unavailable", { retryAfter: 30 });
  }

  async function waitForPlace(
    request: FastifyRequest,
    reply: FastifyReply,
    { weight, sender }: { weight: number; sender: string },
  ): Promise<void> {
    refuseCrowd(sender);
    const gone = new AbortController();
    const hangUp = (): void => gone.abort(new Refusal("requestTimeout"));
    const timer = setTimeout(() => gone.abort(new Refusal("unavailable", { retryAfter: 30 })), longestWaitMs);
    reply.raw.once("close", hangUp);
    try {
      const end = await queue.acquire(sender, { weight, signal: gone.signal });
      const stopWatching = slow.watch(request.raw, sender);
      const place = { end: () => (stopWatching(), end()), isHeldOpen: false };
      inside.set(request, place);
      const leaveUnlessHeldOpen = (): void => {
        if (!place.isHeldOpen) place.end();
      };
      // The caller disconnected in the meantime.
      if (reply.raw.destroyed || reply.raw.closed) leaveUnlessHeldOpen();
      else reply.raw.once("finish", leaveUnlessHeldOpen).once("close", leaveUnlessHeldOpen);
    } finally {
      clearTimeout(timer);
      reply.raw.off("close", hangUp);
    }
  }

  return {
    enter(request, reply, endpoint, sender) {
      const weight = largestBody(request, endpoint);
      return weight <= smallBytes ? undefined : waitForPlace(request, reply, { weight, sender: sender() });
    },
    holdOpen(request) {
      const place = inside.get(request);
      if (place) place.isHeldOpen = true;
    },
    leave: (request) => inside.get(request)?.end(),
  };
}
