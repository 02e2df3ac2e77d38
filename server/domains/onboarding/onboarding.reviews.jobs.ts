/** The jobs that ask clients anew. */

import { documentExpiryJob, handleFirmJob, yearlyReviewJob } from "../../jobs/firm-jobs.ts";
import type { JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { runDocumentExpiry, runYearlyReview } from "./onboarding.reviews.ts";

/** For whoever starts the workers. */
export const kycReviewHandlers = (services: Services): JobHandler[] => [
  handleFirmJob(services, yearlyReviewJob, () => runYearlyReview(services)),
  handleFirmJob(services, documentExpiryJob, () => runDocumentExpiry(services)),
];
