/** Answers whose time must not reveal whether an account exists. */
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these calls takes on an idle machine. */
const evenMs = 250;

/** Waits for the end of the current step: on a busy machine an answer takes two or three full steps. */
const untilStep = (began: number): Promise<void> => pause(evenMs - ((performance.now() - began) % evenMs));

/** For calls that send mail if an account exists: they take full steps in either case. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await untilStep(began);
  }
}

/** For calls that may succeed: immediate on success, constant time for every refusal. */
export async function refusedInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    await untilStep(began);
    throw error;
  }
}
