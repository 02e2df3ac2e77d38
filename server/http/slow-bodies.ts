/**
 * Bodies that arrive slowly while others wait: each steps aside, so that it takes no capacity from them, and goes on
 * arriving. What has arrived of all that stepped aside is limited; beyond that the slowest one is cut off.
 */
import type { IncomingMessage } from "node:http";

/** The largest body that a client may send takes less than a quarter of a minute at this speed. */
export const usualPace = { bytesPerSecond: 1024 * 1024, lookEveryMs: 250, asideBytes: 64 * 1024 * 1024 };

interface Body {
  raw: IncomingMessage;
  sender: string;
  /** Bytes of the connection before the body, and at the last look. */
  begun: number;
  seen: number;
  seenAt: number;
  bytesPerSecond: number;
  isAside: boolean;
}

const arrived = ({ raw, begun }: Body): number => raw.socket.bytesRead - begun;

/** Watches bodies; `watch` returns how to stop, when the body is no longer in memory. */
export function createSlowBodies(
  pace: typeof usualPace,
  { othersWait, stepAside }: { othersWait: () => boolean; stepAside: (sender: string) => void },
): { watch(raw: IncomingMessage, sender: string): () => void } {
  const bodies = new Set<Body>();
  let timer: NodeJS.Timeout | undefined;

  /** False for a body that has just begun. */
  function measure(body: Body): boolean {
    const now = performance.now();
    if (now - body.seenAt < pace.lookEveryMs / 2) return false;
    const { bytesRead } = body.raw.socket;
    body.bytesPerSecond = ((bytesRead - body.seen) * 1000) / (now - body.seenAt);
    body.seen = bytesRead;
    body.seenAt = now;
    return true;
  }

  function cutSlowest(): void {
    const aside = [...bodies].filter(({ isAside }) => isAside);
    let total = aside.reduce((sum, body) => sum + arrived(body), 0);
    const arriving = aside.filter(({ raw }) => !raw.complete);
    for (const body of arriving.toSorted((one, other) => one.bytesPerSecond - other.bytesPerSecond)) {
      if (total <= pace.asideBytes) return;
      total -= arrived(body);
      body.raw.destroy();
    }
  }

  function look(): void {
    for (const body of bodies) {
      if (body.raw.complete || !measure(body) || body.isAside) continue;
      if (body.bytesPerSecond >= pace.bytesPerSecond || !othersWait()) continue;
      body.isAside = true;
      stepAside(body.sender);
    }
    cutSlowest();
  }

  return {
    watch(raw, sender) {
      const seen = raw.socket.bytesRead;
      const body: Body = {
        raw,
        sender,
        begun: seen,
        seen,
        seenAt: performance.now(),
        bytesPerSecond: Number.POSITIVE_INFINITY,
        isAside: false,
      };
      bodies.add(body);
      timer ??= setInterval(look, pace.lookEveryMs).unref();
      return () => {
        bodies.delete(body);
        if (bodies.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
