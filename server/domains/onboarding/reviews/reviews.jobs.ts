/** The jobs that ask clients to renew. */

import { documentExpiryJob, handleFirmJob, yearlyReviewJob } from "../../../jobs/firm-jobs.ts";
import type { JobHandler } from "../../../jobs/start.ts";
import type { Services } from "../../../kernel/context.ts";
import { runDocumentExpiry, runYearlyReview } from "./reviews.ts";

/** Handlers for the job workers. */
export const kycReviewHandlers = (services: Services): JobHandler[] => [
  handleFirmJob(services, yearlyReviewJob, () => runYearlyReview(services)),
  handleFirmJob(services, documentExpiryJob, () => runDocumentExpiry(services)),
];
