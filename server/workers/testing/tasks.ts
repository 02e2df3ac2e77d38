/** Tasks for the tests of the pool. */
import { defineTask } from "../task.ts";

const load = () => import("./work.task.ts");

export const tasks = {
  work: defineTask({ lane: "figures", cpuSeconds: 10, overLimit: "unavailable", load }),
  hurried: defineTask({ lane: "figures", cpuSeconds: 0.3, overLimit: "timedout", load }),
  waiting: defineTask({ lane: "figures", cpuSeconds: 0.3, longestMs: 60_000, overLimit: "tooLarge", load }),
  stuck: defineTask({ lane: "figures", cpuSeconds: 10, longestMs: 300, overLimit: "tooLarge", load }),
  file: defineTask({ lane: "files", cpuSeconds: 30, overLimit: "tooLarge", load }),
};
export const tasksUrl = import.meta.url;
