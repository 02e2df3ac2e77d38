/** How the providers stand, for administrators. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { identity } from "@portico/api/identity.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { listPeople } from "../colleagues/hand-over.ts";
import { getSetting } from "../settings/settings.ts";
import { countByProvider, listAccounts } from "./accounts/accounts.queries.ts";
import { listSecretAddresses } from "./identity.queries.ts";
import { signedOutUriOf } from "./logout/at-provider.ts";
import { addressOf, redirectUriOf } from "./providers.ts";

const mostAccounts = 500;

/** An address of the API as other systems reach it. */
const apiUrlOf = ({ config }: Pick<Services, "config">, path: string): string =>
  `${new URL(config.apiBase, config.publicUrl).href.replace(/\/$/, "")}${path}`;

/** Where a provider posts logout tokens. */
export const logoutUriOf = (services: Pick<Services, "config">, id: string): string =>
  apiUrlOf(services, `/identity/logout/${id}`);
/** Where a provider's SCIM client calls. */
export const scimUriOf = (services: Pick<Services, "config">): string => apiUrlOf(services, "/scim/v2");

export async function getOverview(context: Context): Promise<Answer<(typeof identity)["get"]>> {
  const { db } = context;
  const [{ providers }, secrets, counts, people, accounts] = await Promise.all([
    getSetting(db, "identity"),
    listSecretAddresses(db),
    countByProvider(db),
    listPeople(context),
    listAccounts(db, mostAccounts),
  ]);
  const left = new Map(
    people.flatMap(({ id, state, clients, tickets, chats, breaks, views }) =>
      state === "disabled" ? [[id, clients + tickets + chats + breaks + views] as const] : [],
    ),
  );
  return {
    redirectUri: redirectUriOf(context),
    signedOutUri: signedOutUriOf(context),
    providers: providers.map((one) => ({
      id: one.id,
      hasSecret: secrets.get(one.id) === addressOf(one),
      logoutUri: logoutUriOf(context, one.id),
      scimUri: scimUriOf(context),
      accounts: counts.get(one.id)?.accounts ?? 0,
      lastSignIn: counts.get(one.id)?.lastSignIn?.toISOString() ?? null,
    })),
    accounts: accounts.map(({ linkedAt, signedInAt, scimId, ...row }) => ({
      ...row,
      linkedAt: linkedAt?.toISOString() ?? null,
      signedInAt: signedInAt?.toISOString() ?? null,
      byScim: scimId !== null,
      leftWork: left.get(row.userId) ?? null,
    })),
  };
}
