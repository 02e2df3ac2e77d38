/** The calls with what a stranger verifies the firm's seal with. */
import type { verification } from "@portico/api/verification.ts";
import type { Handlers } from "../../http/handlers.ts";
import { downloadAuthority, downloadPage, listPublished } from "./verification.ts";

export const verificationRoutes: Handlers<typeof verification> = {
  get: (context) => listPublished(context),
  getCertificate: (context, { params }) => downloadAuthority(context, params.fingerprint),
  getPage: async () => downloadPage(),
};
