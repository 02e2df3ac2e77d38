/** The calls of setting up. */
import type { setUp } from "@portico/api/set-up.ts";
import type { Handlers } from "../../http/handlers.ts";
import { getChecks } from "./checks.ts";
import { confirmTestMail, sendTestMail } from "./mail-test.ts";
import { getSetUp } from "./set-up.ts";
import { acceptTexts, listTexts } from "./starting-texts.ts";

export const setUpRoutes: Handlers<typeof setUp> = {
  get: (context) => getSetUp(context),
  check: (context) => getChecks(context),
  listTexts: (context) => listTexts(context),
  acceptTexts: (context, { body }) => acceptTexts(context, body.ids),
  sendTestMail: (context) => sendTestMail(context),
  confirmTestMail: (context, { body }) => confirmTestMail(context, body.code),
};
