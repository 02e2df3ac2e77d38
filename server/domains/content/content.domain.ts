/** What content declares for the server (server/declaration.ts). */
import { isUnusualFee } from "@portico/api/rules/fees.ts";
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import type { Jobs, Settings } from "../../declaration.ts";
import { definitionKind, toPictureTexts } from "../funds/definitions/public.ts";
import { brandChangedJob } from "./content.jobs.ts";
import { findLostDocuments } from "./documents.ts";
import { contentHandlers } from "./pictures/pictures.jobs.ts";

export { contentRoutes as routes } from "./content.routes.ts";

export const jobs: Jobs = (services) => contentHandlers(services, { [definitionKind]: toPictureTexts });

export const settings: Settings = {
  brand: {
    unusual: ({ supportEmail }, before) =>
      supportEmail !== before.supportEmail && isReservedAddress(supportEmail) ? ["supportEmail"] : [],
    saved: (tx) => tx.enqueue(brandChangedJob, {}, { key: "all" }),
  },
  feeTable: {
    unusual: ({ fees }) => fees.flatMap((fee, place) => (isUnusualFee(fee) ? [`fees.${place}.value`] : [])),
  },
  firmDocuments: { check: findLostDocuments },
};
