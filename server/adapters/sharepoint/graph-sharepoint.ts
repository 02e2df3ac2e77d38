/** The clients' folders in a document library of the firm's SharePoint, through Microsoft Graph. */
import { Readable } from "node:stream";
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { explain } from "./explain.ts";
import { createGraphClient, type GraphClient, readBody } from "./graph-client.ts";
import { GraphError, isCode, refusalOf } from "./graph-error.ts";
import { children, type DriveItem, driveItem, isUsable, selected, toItem } from "./graph-items.ts";
import { openLibrary } from "./graph-library.ts";
import { createUploads } from "./graph-upload.ts";
import type { Sharepoint, SharepointItem } from "./sharepoint.ts";

const pageItems = 200;
/** Deeper than any path that SharePoint allows (400 characters). */
const maxDepth = 200;
const idForm = /^[A-Za-z0-9!_-]{1,200}$/;

/** Runs calls of Graph; what fails is refused as a caller of the portal is told. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Names from the root's child to the item, by the ids of its ancestors; null if they do not lead to the root. */
async function walk(
  item: DriveItem,
  rootId: string,
  getById: (itemId: string) => Promise<DriveItem | null>,
): Promise<string[] | null> {
  const path = [item.name];
  let parent = item.parentReference?.id;
  while (parent && parent !== rootId && path.length < maxDepth) {
    const ancestor: DriveItem | null = await getById(parent);
    if (!ancestor?.folder) return null;
    path.unshift(ancestor.name);
    parent = ancestor.parentReference?.id;
  }
  return parent === rootId ? path : null;
}

/** The bytes from `start` to before `end`; fails if others come, or fewer. */
async function* readBytes(
  client: GraphClient,
  { driveId, itemId, size, mediaType }: SharepointItem,
  start: number,
  end: number,
) {
  if (end <= start) return;
  const answer = await client.send({ to: `/drives/${driveId}/items/${itemId}/content`, ofBytes: true });
  const address = answer.headers.get("location");
  await answer.body?.cancel();
  if (answer.status !== 302 || !address) throw new GraphError("serviceNotAvailable", "it gave no address of the file");
  const range = `bytes=${start}-${end - 1}`;
  const bytes = await client.send({ to: address, headers: { range }, anonymous: true, ofBytes: true });
  const { status, headers, body } = bytes;
  const isPart = status === 206 && headers.get("content-range") === `bytes ${start}-${end - 1}/${size}`;
  const isWhole = status === 200 && start === 0 && end === size && headers.get("content-length") === String(size);
  const isPage = /^text\/html\b/i.test(headers.get("content-type") ?? "") && !/html/i.test(mediaType ?? "");
  if (!body || isPage || !(isPart || isWhole)) {
    await body?.cancel();
    throw isPage
      ? new GraphError("malwareDetected", "it answered with a page instead of the file")
      : new GraphError("serviceNotAvailable", "it sent other bytes than the file's");
  }
  let sent = 0;
  for await (const piece of readBody(bytes)) {
    sent += piece.length;
    yield piece;
  }
  if (sent !== end - start) throw new GraphError("unreachable", "the file ended early");
}

/** `pause` can be replaced by tests. */
export function createGraphSharepoint(
  settings: SharepointSettings,
  pause?: (ms: number) => Promise<unknown>,
): Sharepoint {
  const client = createGraphClient(settings, { pause });
  const library = openLibrary(client, settings);

  /** Null if it is not there; an id that Graph cannot read is not there either. */
  async function findItem(to: string): Promise<DriveItem | null> {
    try {
      return driveItem.parse(await client.ask({ to: `${to}?${selected}` }));
    } catch (error) {
      if (isCode(error, "itemNotFound", "invalidRequest")) return null;
      throw error;
    }
  }

  const getById = async (driveId: string, itemId: string): Promise<DriveItem | null> => {
    const item = await findItem(`/drives/${driveId}/items/${itemId}`);
    // Reached through a shortcut, it would be in another library.
    return item && isUsable(item) && item.parentReference?.driveId === driveId ? item : null;
  };

  async function find(path: readonly string[]): Promise<SharepointItem | null> {
    if (path.length === 0 || !path.every(isSharepointName)) return null;
    const { driveId, rootId } = await library();
    const names = path.map(encodeURIComponent).join("/");
    const item = await findItem(`/drives/${driveId}/items/${rootId}:/${names}`);
    if (!item || !isUsable(item) || item.parentReference?.driveId !== driveId) return null;
    return toItem(driveId, item, path);
  }

  async function get(askedDrive: string, itemId: string): Promise<SharepointItem | null> {
    const { driveId, rootId } = await library();
    if (askedDrive !== driveId || !idForm.test(itemId) || itemId === rootId) return null;
    const item = await getById(driveId, itemId);
    const path = item && (await walk(item, rootId, (id) => getById(driveId, id)));
    return item && path ? toItem(driveId, item, path) : null;
  }

  async function listAt(driveId: string, itemId: string, path: readonly string[], cursor?: string) {
    // Graph's own address, sealed since it was given.
    if (cursor !== undefined && !cursor.startsWith(`${settings.graphUrl}/`)) throw new Refusal("badInput");
    const first = `/drives/${driveId}/items/${itemId}/children?$top=${pageItems}&${selected}`;
    const page = children.parse(await client.ask({ to: cursor ?? first }));
    return {
      items: page.value.filter(isUsable).map((item) => toItem(driveId, item, [...path, item.name])),
      next: page["@odata.nextLink"] ?? null,
    };
  }

  async function* open(file: SharepointItem, start: number, end: number) {
    try {
      yield* readBytes(client, file, start, end);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async function makeFolder(name: string): Promise<SharepointItem> {
    const { driveId, rootId } = await library();
    try {
      const made = await client.ask({
        method: "POST",
        to: `/drives/${driveId}/items/${rootId}/children`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, folder: {}, "@microsoft.graph.conflictBehavior": "fail" }),
      });
      return toItem(driveId, driveItem.parse(made), [name]);
    } catch (error) {
      if (!isCode(error, "nameAlreadyExists")) throw error;
      const there = await find([name]);
      if (there?.isFolder) return there;
      throw new GraphError("nameAlreadyExists", `${name} is not a folder`);
    }
  }

  async function* folderNames() {
    const { driveId, rootId } = await refusing(library);
    let cursor: string | undefined;
    do {
      const page = await refusing(() => listAt(driveId, rootId, [], cursor));
      for (const { name, isFolder } of page.items) if (isFolder) yield name;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }

  return {
    find: (path) => refusing(() => find(path)),
    get: (driveId, itemId) => refusing(() => get(driveId, itemId)),
    list: ({ driveId, itemId, path }, cursor) => refusing(() => listAt(driveId, itemId, path, cursor)),
    open: (file, start, end) => Readable.from(open(file, start, end), { objectMode: false }),
    upload: (folder, file) =>
      refusing(async () => {
        const { item, already } = await createUploads(client, folder.driveId)(folder.itemId, file);
        return { item: toItem(folder.driveId, item, [...folder.path, item.name]), already };
      }),
    // Asked first: a folder that is there, which is usual, needs no permission to write.
    makeFolder: (name) => refusing(async () => (await find([name])) ?? makeFolder(name)),
    folderNames,
    async check() {
      await library({ fresh: true }).catch((error: unknown) => {
        throw explain(error, settings);
      });
    },
  };
}
