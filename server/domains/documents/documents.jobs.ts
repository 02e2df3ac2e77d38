/** Jobs about documents: ZIPs for many are read, new documents are read for search and drawn for lists, the bin is emptied every night, and holders are reminded of what they were asked for. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { sweepBatches } from "./batches/batches.ts";
import { readBatch, readBatchJob } from "./batches/extraction.ts";
import { readWords, readWordsJob } from "./processing/full-text.ts";
import { drawThumbnails, drawThumbnailsJob } from "./processing/thumbnails.ts";
import { emptyBin } from "./removal/bin.ts";
import { eraseOutdatedDocuments } from "./removal/retention.ts";
import { sendRequestReminders } from "./requests/requests.ts";

const scheduled = (name: string, schedule: string) =>
  defineJob({ name, data: z.object({}), schedule, onePerKey: true, batch: 1, timeoutSeconds: 1800 });
const binJob = scheduled("documents.empty-bin", "50 3 * * *");
const sweepBatchesJob = scheduled("documents.sweep-batches", "35 * * * *");
const outdatedJob = scheduled("documents.erase-outdated", "55 3 * * *");
const reminderJob = scheduled("documents.remind", "0 7 * * *");

/** Handlers for the job workers. */
export const documentsHandlers = (services: Services): JobHandler[] => [
  handleJob(readWordsJob, async () => void (await readWords(services))),
  handleJob(drawThumbnailsJob, async () => void (await drawThumbnails(services))),
  handleJob(readBatchJob, ({ id }) => readBatch(services, id)),
  handleJob(sweepBatchesJob, async () => {
    const outcome = await sweepBatches(services);
    if (outcome.removed > 0) services.log.info(outcome, "old batches of documents were deleted");
  }),
  handleJob(binJob, async () => {
    services.log.info(await emptyBin(services), "old documents of the bin were deleted");
  }),
  handleJob(outdatedJob, async () => {
    services.log.info(await eraseOutdatedDocuments(services), "documents whose period is over were deleted");
  }),
  handleJob(reminderJob, async () => {
    services.log.info(await sendRequestReminders(services), "holders were reminded of documents");
  }),
];
