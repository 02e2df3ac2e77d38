/** What content declares for the server (server/declaration.ts). */
import type { Jobs } from "../../declaration.ts";
import { definitionKind, pictureTextsOf } from "../funds/definitions.public.service.ts";
import { contentHandlers } from "./content.pictures.jobs.ts";

export { contentRoutes as routes } from "./content.routes.ts";

export const jobs: Jobs = (services) => contentHandlers(services, { [definitionKind]: pictureTextsOf });
