/** Checks that the firm's SharePoint does everything the portal needs of it, and says in words what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { ExplainedFailure } from "../../kernel/explained-failure.ts";
import { inEnglish } from "../in-english.ts";
import { explain } from "./explain.ts";
import { createGraphClient, type GraphClient, readBody } from "./graph-client.ts";
import { isCode } from "./graph-error.ts";
import { findDrive, findRoot, findSite } from "./graph-library.ts";
import { createUploads } from "./graph-upload.ts";

/** Large enough to be sent in fragments, which go to another address. */
const checkedBytes = 4 * 1024 * 1024 + 1;
/** Nobody watches a command for longer. */
const usualPatienceMs = 50_000;

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
  const pieces: Uint8Array[] = [];
  for await (const piece of readBody(bytes)) {
    pieces.push(piece);
    if (pieces.reduce((size, { length }) => size + length, 0) > checkedBytes) break;
  }
  return Buffer.concat(pieces);
}

async function run(client: GraphClient, settings: SharepointSettings, writes: boolean): Promise<void> {
  const onSite = `Sites.Selected on ${settings.site}`;
  const siteId = await step(onSite, () => findSite(client, settings));
  const driveId = await step(onSite, () => findDrive(client, siteId, settings));
  const rootId = await step(onSite, () => findRoot(client, driveId, settings));
  await step(onSite, () => client.ask({ to: `/drives/${driveId}/items/${rootId}/children?$top=1&$select=id` }));
  if (!writes) return;
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

/** What is wrong, in one sentence; null if nothing is. Without `writes` nothing is stored, even for a moment. Ends within a minute, whatever the server does. */
export async function checkSharepoint(
  settings: SharepointSettings,
  {
    pause,
    patienceMs = usualPatienceMs,
    writes = true,
  }: { pause?: (ms: number) => Promise<unknown>; patienceMs?: number; writes?: boolean } = {},
): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    await run(createGraphClient(settings, { pause, signal }), settings, writes);
    return null;
  } catch (error) {
    if (signal.aborted) return `SharePoint does not answer in full within ${Math.round(patienceMs / 1000)} seconds`;
    if (error instanceof Wrong) return error.message;
    const explained = explain(error, settings);
    if (explained instanceof ExplainedFailure) return inEnglish(explained);
    return error instanceof Error ? error.message : String(error);
  }
}
