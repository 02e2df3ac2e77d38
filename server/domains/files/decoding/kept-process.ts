/**
 * The process that opens consecutive files of one sender: starting one takes a hundred times as long as reading a small
 * file. It opens nobody else's, and none after a file that was refused, so a hostile file meets only files of its sender.
 */
import type { Order } from "../decoder/orders.ts";
import { type DecoderProcess, type Leftover, startDecoder } from "./process.ts";

/** Resident memory of a process that has opened nothing large. */
const newResidentMb = 60;
const maxFiles = 50;
const idleMs = 1500;

export interface Used {
  cpuSeconds: number;
  residentMb: number;
}

interface Kept {
  decoder: DecoderProcess;
  sentBy: number;
  opened: number;
}

/**
 * Has the sender's process do `work`, a new one if there is none. It waits for their next file if `work` returns what it
 * has used; with null it is ended. One call at a time.
 */
export type KeptDecoder = <T>(
  sentBy: number,
  work: (decoder: DecoderProcess) => Promise<{ result: T; used: Used | null }>,
) => Promise<T>;

/** Processes with the limits of the largest order, one at a time, each for a sender's files; and what these may leave in use. */
export function createKeptDecoder(largest: Order, leftover: Leftover): KeptDecoder {
  let waiting: (Kept & { timer: NodeJS.Timeout }) | undefined;

  function takeWaiting(): Kept | undefined {
    clearTimeout(waiting?.timer);
    const taken = waiting;
    waiting = undefined;
    return taken;
  }

  /** As little in use as in a new process, but for what the limits allow in addition. */
  const isFresh = ({ cpuSeconds, residentMb }: Used): boolean =>
    cpuSeconds <= leftover.cpuSeconds && residentMb <= newResidentMb + leftover.residentMb;

  return async (sentBy, work) => {
    let kept = takeWaiting();
    if (kept && (kept.sentBy !== sentBy || !kept.decoder.isReady())) {
      kept.decoder.end();
      kept = undefined;
    }
    const { decoder, opened } = kept ?? { decoder: startDecoder(largest, leftover), opened: 0 };
    const { result, used } = await work(decoder).catch((error: unknown) => {
      decoder.end();
      throw error;
    });
    if (used && isFresh(used) && opened + 1 < maxFiles && decoder.isReady()) {
      const timer = setTimeout(() => takeWaiting()?.decoder.end(), idleMs);
      waiting = { decoder, sentBy, opened: opened + 1, timer: timer.unref() };
    } else decoder.end();
    return result;
  };
}
