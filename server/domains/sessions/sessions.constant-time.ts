/** Answers that must not tell by their time whether there is such an account. */
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these calls works on an idle machine, whatever it finds. */
const evenMs = 250;

/** Waits for the end of the step that has begun: on a busy machine an answer comes after two or three whole steps. */
const untilStep = (began: number): Promise<void> => pause(evenMs - ((performance.now() - began) % evenMs));

/** For calls that mail something if there is such an account: they take whole steps, whether or not there is. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await untilStep(began);
  }
}

/** For calls that may succeed: at once where they do, in even time where they are refused for whatever reason. */
export async function refusedInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    await untilStep(began);
    throw error;
  }
}
