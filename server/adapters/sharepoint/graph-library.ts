/** Finds the document library and, in it, the folder of the clients' folders. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { z } from "zod";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { inEnglish } from "../in-english.ts";
import type { GraphClient } from "./graph-client.ts";
import { GraphError, isCode } from "./graph-error.ts";

export interface Library {
  driveId: string;
  /** The folder of the clients' folders. */
  rootId: string;
}

const withId = z.object({ id: z.string() });
const drives = z.object({
  value: z.array(z.object({ id: z.string(), name: z.string() })),
  "@odata.nextLink": z.string().optional(),
});

/** What of the settings was not found. */
export class NotInSharepoint extends GraphError {
  readonly reason: JobReason;
  constructor(reason: JobReason) {
    super("notConfigured", inEnglish({ reason, detail: null }));
    this.name = "NotInSharepoint";
    this.reason = reason;
  }
}

async function askFor(client: GraphClient, to: string, missing: NotInSharepoint): Promise<string> {
  try {
    return withId.parse(await client.ask({ to })).id;
  } catch (error) {
    throw isCode(error, "itemNotFound") ? missing : error;
  }
}

export async function findSite(client: GraphClient, { site }: SharepointSettings): Promise<string> {
  const { hostname, pathname } = new URL(site);
  const path = decodeURIComponent(pathname).split("/").filter(Boolean).map(encodeURIComponent).join("/");
  const to = path === "" ? `/sites/${hostname}` : `/sites/${hostname}:/${path}`;
  return askFor(client, `${to}?$select=id`, new NotInSharepoint({ kind: "sharepointSite", site }));
}

export async function findDrive(client: GraphClient, siteId: string, { library }: SharepointSettings): Promise<string> {
  const missing = new NotInSharepoint(
    library === undefined ? { kind: "sharepointDefaultLibrary" } : { kind: "sharepointLibrary", library },
  );
  if (library === undefined) return askFor(client, `/sites/${siteId}/drive?$select=id`, missing);
  for (let to: string | undefined = `/sites/${siteId}/drives?$select=id,name`; to !== undefined; ) {
    const page: z.infer<typeof drives> = drives.parse(await client.ask({ to }));
    const found = page.value.find(({ name }) => name === library);
    if (found) return found.id;
    to = page["@odata.nextLink"];
  }
  throw missing;
}

export const findRoot = (client: GraphClient, driveId: string, { folder }: SharepointSettings): Promise<string> =>
  askFor(
    client,
    `/drives/${driveId}/root:/${folder.map(encodeURIComponent).join("/")}?$select=id`,
    new NotInSharepoint({ kind: "sharepointFolder", folder: folder.join("/") }),
  );

/** Found once and kept; looked for again after a failure, and if a fresh one is asked for. */
export function openLibrary(
  client: GraphClient,
  settings: SharepointSettings,
): (options?: { fresh: boolean }) => Promise<Library> {
  let found: Promise<Library> | undefined;
  async function look(): Promise<Library> {
    const driveId = await findDrive(client, await findSite(client, settings), settings);
    return { driveId, rootId: await findRoot(client, driveId, settings) };
  }
  return ({ fresh } = { fresh: false }) => {
    if (found && !fresh) return found;
    const looked = look();
    found = looked;
    looked.catch(() => {
      if (found === looked) found = undefined;
    });
    return looked;
  };
}
