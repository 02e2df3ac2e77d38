/** Answers that must not tell by their time whether there is such an account. */
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these calls works, whatever it finds. */
const evenMs = 250;

/** For calls that mail something if there is such an account: they take this long, whether or not there is. */
export const inEvenTime = async <T>(work: Promise<T>): Promise<T> => (await Promise.all([work, pause(evenMs)]))[0];

/** For calls that may succeed: at once where they do, in even time where they are refused for whatever reason. */
export async function refusedInEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    await pause(Math.max(0, evenMs - (performance.now() - began)));
    throw error;
  }
}
