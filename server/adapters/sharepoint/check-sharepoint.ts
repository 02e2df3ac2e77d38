/** Checks that the firm's SharePoint does everything the portal needs of it, and says in words what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import { wholeOf } from "../../kernel/bytes.ts";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { createGraphClient, type GraphClient } from "./graph-client.ts";
import { GraphError, isCode } from "./graph-error.ts";
import { findDrive, findRoot, findSite, NotInSharepoint } from "./graph-library.ts";
import { SignInError } from "./graph-token.ts";
import { createUploads } from "./graph-upload.ts";

/** Large enough to be sent in fragments, which go to another address. */
const checkedBytes = 4 * 1024 * 1024 + 1;

/** How far Microsoft's clock is from this machine's. */
function clockDifference(there: Date | undefined): string {
  if (!there) return "";
  const minutes = Math.round((Date.now() - there.getTime()) / 60_000);
  return ` by ${Math.abs(minutes)} minutes: this machine is ${minutes < 0 ? "behind" : "ahead"}`;
}

/** By Microsoft's numbers (learn.microsoft.com/entra/identity-platform/reference-error-codes). */
const signInFaults: Record<number, (error: SignInError) => string> = {
  90002: () => "Microsoft does not know SHAREPOINT_TENANT",
  700016: () => "the tenant has no application SHAREPOINT_CLIENT_ID",
  7000215: () => "SHAREPOINT_SECRET is wrong",
  7000222: () => "SHAREPOINT_SECRET has expired",
  700027: () => "SHAREPOINT_CERTIFICATE is not registered with the application",
  700024: ({ date }) => `the clocks of this machine and of Microsoft differ${clockDifference(date)}`,
};

class Wrong extends Error {}

/** Runs a step; `permission` is what it needs beyond signing in. */
async function step<T>(permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isCode(error, "accessDenied")) throw new Wrong(`the application lacks the permission ${permission}`);
    if (isCode(error, "quotaLimitReached")) throw new Wrong("the site has no room left");
    throw error;
  }
}

async function readBack(client: GraphClient, to: string): Promise<Buffer> {
  const { headers, body } = await client.send({ to: `${to}/content` });
  await body?.cancel();
  const bytes = await client.send({ to: headers.get("location") ?? "/", anonymous: true });
  return wholeOf(bytes.body ?? (async function* () {})());
}

async function run(client: GraphClient, settings: SharepointSettings): Promise<void> {
  const onSite = `Sites.Selected on ${settings.site}`;
  const siteId = await step(onSite, () => findSite(client, settings));
  const driveId = await step(onSite, () => findDrive(client, siteId, settings));
  const rootId = await step(onSite, () => findRoot(client, driveId, settings));
  await step(onSite, () => client.ask({ to: `/drives/${driveId}/items/${rootId}/children?$top=1&$select=id` }));
  const content = randomBytes(checkedBytes);
  const file = { name: `portico-check-${randomUUID()}.bin`, mediaType: "application/octet-stream", content };
  const write = `to write (role "write" of ${onSite})`;
  const { item } = await step(write, () => createUploads(client, driveId)(rootId, file));
  const to = `/drives/${driveId}/items/${item.id}`;
  try {
    if (!(await readBack(client, to)).equals(content))
      throw new Wrong("SharePoint returns other bytes than were stored");
  } finally {
    await step(write, () => client.send({ method: "DELETE", to }));
  }
}

/** What is wrong, in one sentence; null if nothing is. */
export async function checkSharepoint(
  settings: SharepointSettings,
  pause?: (ms: number) => Promise<unknown>,
): Promise<string | null> {
  try {
    await run(createGraphClient(settings, pause), settings);
    return null;
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    if (error instanceof NotInSharepoint) return `${error.message} (${error.setting})`;
    if (error instanceof SignInError) return signInFaults[error.number ?? 0]?.(error) ?? error.message;
    if (error instanceof GraphError && error.status === 0) return `Microsoft cannot be reached: ${error.message}`;
    return `Microsoft Graph ${error instanceof Error ? error.message : String(error)}`;
  }
}
