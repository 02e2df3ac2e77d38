/** The calls of the staff's tasks. */
import type { tasks } from "@portico/api/tasks.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listTaskPage, setTaskDone } from "./tasks.service.ts";

export const tasksRoutes: Handlers<typeof tasks> = {
  list: (context, { query }) => listTaskPage(context, query),
  setDone: (context, { params, body }) => setTaskDone(context, params.taskId, body.done),
};
