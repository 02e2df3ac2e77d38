/** Who may do what with a task. */
import { notifications } from "@portico/api/notifications.ts";
import { tasks } from "@portico/api/tasks.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";

/** Any staff finish what is open, and open again what is done. */
export const refusalToSet = (viewer: Viewer, { isDone }: { isDone: boolean }, done: boolean): Verdict =>
  staffVerdict(viewer, tasks.setDone) ?? (isDone === done ? "stateConflict" : null);

/** A reply is a notification to the client who asked. */
export const refusalToReply = (viewer: Viewer): Verdict => staffVerdict(viewer, notifications.send);
