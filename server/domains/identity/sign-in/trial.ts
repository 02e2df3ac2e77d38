/** A test of a provider: what it says of the administrator who tries it, and what would follow. Nothing is changed. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { identity } from "@portico/api/identity.ts";
import type { Http } from "../../../http/handlers.ts";
import type { Context } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getProvider } from "../providers.ts";
import { beginAttempt, finishAttempt } from "./flow.ts";
import { readPerson } from "./person.ts";
import { findStanding } from "./standing.ts";

/** Also of a provider that is off. */
export const beginTest = async (context: Context, http: Http, id: string): Promise<{ url: string }> =>
  beginAttempt(context, http, { provider: await getProvider(context.db, id), purpose: "test" });

/** Long lists of groups are the provider's; more is not shown. */
const shownLetters = 20_000;

export async function finishTest(
  context: Context,
  http: Http,
  params: string,
): Promise<Answer<(typeof identity)["finishTest"]>> {
  const { provider, claims } = await finishAttempt(context, http, { purpose: "test", params });
  const person = readPerson(provider, claims);
  const standing = await findStanding(context.db, provider, person);
  const role = "refusal" in standing ? person.role : standing.role;
  const refusal = "refusal" in standing ? standing.refusal : null;
  await transact(context, async (tx) =>
    tx.audit("identity.tested", "identity", { after: { provider: provider.name, role, refusal } }),
  );
  const text = JSON.stringify(claims, null, 2);
  return { provider: provider.id, claims: text.slice(0, shownLetters), groups: person.groups, role, refusal };
}
