/** The tasks that run on worker threads, listed by hand. */
import type { Tasks } from "./task.ts";

export const tasks = {} satisfies Tasks;
export const tasksUrl = import.meta.url;
