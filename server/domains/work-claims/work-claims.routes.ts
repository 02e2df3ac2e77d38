/** The calls of who works on what. */
import type { workClaims } from "@portico/api/work-claims.ts";
import type { Handlers } from "../../http/handlers.ts";
import { claimWork, listWorkClaims, releaseWork } from "./work-claims.ts";

export const workClaimsRoutes: Handlers<typeof workClaims> = {
  list: (context, { params }) => listWorkClaims(context, params.kind),
  claim: (context, { params }) => claimWork(context, params),
  release: (context, { params }) => releaseWork(context, params),
};
