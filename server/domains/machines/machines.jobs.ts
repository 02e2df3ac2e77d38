/** The jobs of machines' keys; their handlers are in handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

const news = z.object({
  type: z.enum(["machine_key_waits", "machine_key_expiring", "machine_key_stopped", "machine_key_exposed"]),
  /** Of the key. */
  name: z.string(),
  /** Until it ends. */
  days: z.number().int().optional(),
  /** Who is not told. */
  except: z.number().int().optional(),
});
export type MachineNews = z.infer<typeof news>;

/** Mails administrators. */
export const tellJob = defineJob({ name: "machines.tell", data: news, batch: 1, timeoutSeconds: 60 });

/** Announces keys that will end. */
export const expiryJob = defineJob({
  name: "machines.expiry",
  data: z.object({}),
  schedule: "5 6 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 60,
});
