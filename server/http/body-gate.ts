/**
 * Holds large bodies back until there is room for them: a body that waits lies with its sender, not in the portal's memory. Nobody
 * has two read at once; small bodies pass.
 */
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kernel/refusal.ts";
import { createWorkQueue } from "../kernel/work-queue.ts";

/** What a call takes that declares nothing else; of strangers only what a form of one page needs. */
export const defaultBodyLimit = 1024 * 1024;
const strangersBodyLimit = 32 * 1024;

/** Bodies up to here are read as they come. */
const smallBytes = 64 * 1024;
/** Bytes that are read, or worked on, at once: two of the largest files of clients. A larger one is read alone. */
const maxBytes = 32 * 1024 * 1024;
const longestWaitMs = 60_000;
/** Requests that may wait: of one sender, and of all. More are refused at once. */
const maxWaiting = { ofSender: 12, ofAll: 200 };
/** While others wait, a body must arrive at least this fast, so that nobody keeps a place by sending nothing. */
const usualPace = { bytesPerSecond: 32 * 1024, afterMs: 10_000, lookEveryMs: 5000 };

export const bodyLimitOf = ({ bodyLimit, access }: Endpoint): number =>
  bodyLimit ?? (access.kind === "anyone" ? strangersBodyLimit : defaultBodyLimit);

/** The bytes that the body may have: as declared, or the call's limit where the sender does not say. */
function largestBody({ headers }: FastifyRequest, endpoint: Endpoint): number {
  const limit = bodyLimitOf(endpoint);
  const declared = Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : limit));
  // What is larger than the limit is refused by its length alone.
  return declared > limit ? 0 : declared;
}

export interface BodyGate {
  /** Waits for room; throws `tooManyRequests` or `unavailable` with Retry-After where that would take too long. */
  enter(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, sender: number): Promise<void>;
  /** The call's work has begun: from now on its end counts, not that of the connection. */
  keep(request: FastifyRequest): void;
  /** The body is no longer needed. */
  leave(request: FastifyRequest): void;
}

export function createBodyGate({ slowest = usualPace } = {}): BodyGate {
  const queue = createWorkQueue({ capacity: maxBytes });
  const inside = new WeakMap<FastifyRequest, { end: () => void; kept: boolean }>();

  function refuseCrowd(sender: number): void {
    if (queue.waiting(sender) >= maxWaiting.ofSender) throw new Refusal("tooManyRequests", { retryAfter: 30 });
    if (queue.waiting() >= maxWaiting.ofAll) throw new Refusal("unavailable", { retryAfter: 30 });
  }

  /** Ends the connection of a body that comes too slowly while others wait. */
  function watchPace({ raw }: FastifyRequest): () => void {
    const begun = performance.now();
    const before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const milliseconds = performance.now() - begun;
      const slow = ((raw.socket.bytesRead - before) * 1000) / milliseconds < slowest.bytesPerSecond;
      if (raw.complete) clearInterval(timer);
      else if (slow && milliseconds >= slowest.afterMs && queue.waiting() > 0) raw.destroy();
    }, slowest.lookEveryMs);
    return () => clearInterval(timer);
  }

  return {
    async enter(request, reply, endpoint, sender) {
      const weight = largestBody(request, endpoint);
      if (weight <= smallBytes) return;
      refuseCrowd(sender);
      const gone = new AbortController();
      const hangUp = (): void => gone.abort(new Refusal("requestTimeout"));
      const timer = setTimeout(() => gone.abort(new Refusal("unavailable", { retryAfter: 30 })), longestWaitMs);
      reply.raw.once("close", hangUp);
      try {
        const end = await queue.acquire(sender, { weight, signal: gone.signal });
        const stopWatching = watchPace(request);
        const place = { end: () => (stopWatching(), end()), kept: false };
        inside.set(request, place);
        const leaveUnlessKept = (): void => {
          if (!place.kept) place.end();
        };
        // Hung up in the moment between.
        if (reply.raw.destroyed || reply.raw.closed) leaveUnlessKept();
        else reply.raw.once("finish", leaveUnlessKept).once("close", leaveUnlessKept);
      } finally {
        clearTimeout(timer);
        reply.raw.off("close", hangUp);
      }
    },
    keep(request) {
      const place = inside.get(request);
      if (place) place.kept = true;
    },
    leave: (request) => inside.get(request)?.end(),
  };
}
