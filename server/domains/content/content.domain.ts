/** What content declares for the server (server/declaration.ts). */
import type { Jobs, Settings } from "../../declaration.ts";
import { definitionKind, toPictureTexts } from "../funds/definitions.public.service.ts";
import { brandChangedJob } from "./content.jobs.ts";
import { contentHandlers } from "./content.pictures.jobs.ts";

export { contentRoutes as routes } from "./content.routes.ts";

export const jobs: Jobs = (services) => contentHandlers(services, { [definitionKind]: toPictureTexts });

export const settings: Settings = { brand: { saved: (tx) => tx.enqueue(brandChangedJob, {}, { key: "all" }) } };
