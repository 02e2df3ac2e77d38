/** The calls of the list of colleagues. */
import type { colleagues } from "@portico/api/colleagues.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listColleagues } from "./colleagues.ts";
import { listPeople } from "./hand-over.ts";

export const colleaguesRoutes: Handlers<typeof colleagues> = {
  list: (context) => listColleagues(context),
  listPeople: (context) => listPeople(context),
};
