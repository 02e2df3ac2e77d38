/** Tasks for the tests of the pool. */
import { defineTask } from "../task.ts";

const load = () => import("./work.task.ts");

export const tasks = {
  work: defineTask({ lane: "figures", limitMs: 10_000, overLimit: "unavailable", load }),
  hurried: defineTask({ lane: "figures", limitMs: 300, overLimit: "timedout", load }),
  file: defineTask({ lane: "files", limitMs: 30_000, overLimit: "tooLarge", load }),
};
export const tasksUrl = import.meta.url;
