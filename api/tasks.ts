/** What clients wrote or asked for, until staff have dealt with it. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { id, idAndName, instant, page, pageQuery } from "./shapes.ts";

const task = z.object({
  id,
  kind: z.enum(["message", "subscription"]),
  user: idAndName,
  title: z.string(),
  /** Name of the requested service at that time; null for a message. */
  service_name: z.object({ bg: z.string(), en: z.string(), pl: z.string() }).nullable(),
  content: z.string(),
  created_at: instant,
  done_at: instant.nullable(),
  done_by: idAndName.nullable(),
  /** What the reader may do with it. */
  can: z.object({ finish: z.boolean(), reopen: z.boolean(), reply: z.boolean() }),
});

export const tasks = defineEndpoints({
  list: {
    method: "GET",
    path: "/staff/tasks",
    summary: "What clients asked for; open ones oldest first, done ones newest first.",
    access: staff("internal"),
    query: z.object({ done: z.enum(["true", "false"]).default("false"), ...pageQuery }),
    answer: page({ tasks: z.array(task), open: z.number().int() }),
  },
  setDone: {
    method: "PATCH",
    path: "/staff/tasks/:taskId",
    summary: "Marks a task as done, or open again.",
    access: staff("internal"),
    params: z.object({ taskId: id }),
    body: z.strictObject({ done: z.boolean() }),
    answer: task,
    errors: ["stateConflict"],
  },
});
