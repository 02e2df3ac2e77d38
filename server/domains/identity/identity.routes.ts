/** The calls of identity providers. */
import type { identity } from "@portico/api/identity.ts";
import type { Handlers } from "../../http/handlers.ts";
import { handOverWork } from "./accounts/left-work.ts";
import { confirmLink, removeAccount } from "./accounts/links.ts";
import { signOut } from "./logout/at-provider.ts";
import { getOverview } from "./overview.ts";
import { listSignIn, saveSecret } from "./providers.ts";
import { makeToken } from "./scim/tokens.ts";
import { beginSignIn, finishSignIn } from "./sign-in/sign-in.ts";
import { beginTest, finishTest } from "./sign-in/trial.ts";

export const identityRoutes: Handlers<typeof identity> = {
  listProviders: (context) => listSignIn(context),
  beginSignIn: (context, { body }, http) => beginSignIn(context, http, body.provider),
  finishSignIn: (context, { body }, http) => finishSignIn(context, http, body.params),
  signOut: (context, _, http) => signOut(context, http),
  get: (context) => getOverview(context),
  saveSecret: (context, { body }) => saveSecret(context, body),
  beginTest: (context, { body }, http) => beginTest(context, http, body.provider),
  finishTest: (context, { body }, http) => finishTest(context, http, body.params),
  confirmLink: (context, { params }) => confirmLink(context, params.id),
  removeAccount: (context, { params }) => removeAccount(context, params.id),
  handOver: (context, { params, body }) => handOverWork(context, params.id, body.to),
  makeScimToken: (context) => makeToken(context),
};
