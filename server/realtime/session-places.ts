/** How many sockets a session may have open, over all processes. */
import { setTimeout as pause } from "node:timers/promises";

/** Open pages per session; more connections would only serve an attack. */
const maxPerSession = 12;
/** Others that do not answer in this time are not waited for: one was killed, or is of an earlier build. */
const answerMs = 1000;

interface Connection {
  once(event: "close", listener: () => void): unknown;
}

/** Sockets of the session in other processes, as each of them counts. */
type AskOthers = (sessionId: number) => Promise<readonly number[]>;

export interface SessionPlaces {
  /**
   * Takes a place until the connection closes; false if there is none. A session's first socket in a process asks nobody,
   * so that there may be one more for each further process, and most pages cost no message.
   */
  take(connection: Connection, sessionId: number): Promise<boolean>;
  /** Places that the session has in this process. */
  countOf(sessionId: number): number;
}

export function createSessionPlaces(askOthers: AskOthers): SessionPlaces {
  const open = new Map<number, number>();
  const countOf = (sessionId: number): number => open.get(sessionId) ?? 0;
  return {
    countOf,
    async take(connection, sessionId) {
      if (countOf(sessionId) >= maxPerSession) return false;
      open.set(sessionId, countOf(sessionId) + 1);
      connection.once("close", () => {
        const left = countOf(sessionId) - 1;
        if (left > 0) open.set(sessionId, left);
        else open.delete(sessionId);
      });
      if (countOf(sessionId) === 1) return true;
      // Counted here before others are asked: of two processes at once, the later one sees the earlier.
      const others = await Promise.race([askOthers(sessionId).catch(() => []), pause(answerMs, [], { ref: false })]);
      return others.reduce((sum, count) => sum + count, countOf(sessionId)) <= maxPerSession;
    },
  };
}
