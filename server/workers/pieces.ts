/**
 * Bytes that a task writes while it runs, such as a long file: sent piece by piece over a port of its own, never more than a few
 * ahead of who takes them. The port goes to the task in its input and in `transfer`.
 */
import type { MessagePort } from "node:worker_threads";

/** Pieces on their way. */
const ahead = 4;

type Sent = { bytes: Uint8Array } | { end: true };

/** In the task: sends pieces, and then the end. The memory of a piece is given away. */
export function sendPieces(port: MessagePort): {
  send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  end: () => void;
} {
  let room = ahead;
  let hasRoom: (() => void) | undefined;
  port.on("message", () => {
    room += 1;
    hasRoom?.();
  });
  return {
    async send(bytes) {
      if (bytes.length === 0) return;
      // oxlint-disable-next-line no-unmodified-loop-condition -- the reader of the pieces makes room
      while (room === 0) await new Promise<void>((resolve) => (hasRoom = resolve));
      room -= 1;
      port.postMessage({ bytes } satisfies Sent, [bytes.buffer]);
    },
    end: () => port.postMessage({ end: true } satisfies Sent),
  };
}

/** Who takes the pieces; `fail` ends the reading with an error, for when the task will send no more. */
export function receivePieces(port: MessagePort): {
  pieces: AsyncIterable<Uint8Array>;
  fail: (error: unknown) => void;
} {
  const arrived: Sent[] = [];
  let failure: { error: unknown } | undefined;
  let wake: (() => void) | undefined;
  port.on("message", (sent: Sent) => {
    arrived.push(sent);
    wake?.();
  });
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (failure) throw failure.error;
        const next = arrived.shift();
        if (!next) await new Promise<void>((resolve) => (wake = resolve));
        else if ("end" in next) return;
        else {
          yield next.bytes;
          port.postMessage("taken");
        }
      }
    } finally {
      port.close();
    }
  }
  return {
    pieces: read(),
    fail(error) {
      failure ??= { error };
      wake?.();
    },
  };
}
