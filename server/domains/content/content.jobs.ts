/** The job after a publication: pictures for shared links. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** One published version of any kind of content. */
export const drawPictureJob = defineJob({
  name: "content.draw-pictures",
  data: z.object({ kind: z.string(), subject: z.string(), version: z.number().int() }),
  batch: 1,
  timeoutSeconds: 600,
});

/** Pictures that show the firm's name and colours are drawn again. Named as before, for jobs in the queue. */
export const brandChangedJob = defineJob({
  name: "settings.brand-changed",
  data: z.object({}),
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});
