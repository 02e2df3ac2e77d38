/**
 * A SharePoint behind Microsoft Graph and its sign-in, as far as the portal uses them, written from Microsoft's published
 * reference. It keeps state, checks what a client must do (proof of the key, tokens, order and size of fragments), and
 * can be told to fail. Like the real one, it replaces a file unless `conflictBehavior` says otherwise.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readAllBytes } from "../../../kernel/bytes.ts";
import type { SharepointSettings } from "../../../kernel/config-outside.ts";
import { createQuickXorHash } from "../quick-xor-hash.ts";
import { answerSignIn, type TestCredential } from "./graph-sign-in.ts";

export interface StoredItem {
  id: string;
  name: string;
  parent: string | null;
  content: Buffer | null;
  version: number;
  isShortcut?: boolean;
  isInfected?: boolean;
}
interface UploadSession {
  folder: string;
  name: string;
  behavior: string;
  content: Buffer;
  total: number | null;
}

/** Called before each request with its body; may answer it, and then returns true. */
export type Disturb = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

export interface TestGraph {
  settings: SharepointSettings;
  items: Map<string, StoredItem>;
  sessions: Map<string, UploadSession>;
  /** `GET /drives/…`, in order, without the host. */
  calls: string[];
  /** What a client must not do, such as a token at an upload's address. */
  violations: string[];
  disturb: Disturb;
  /** What the application may do on the site. */
  role: "none" | "read" | "write";
  /** The sign-in's clock is ahead by this. */
  aheadMs: number;
  /** Bytes that still fit. */
  room: number;
  /** Adds a file, or a folder without content; its id. */
  put(path: string, content?: string | Buffer): string;
  /** Paths of all files below the root with their contents. */
  files(): Record<string, Buffer>;
  close(): Promise<void>;
}

const driveId = "b!drive-of_the_firm";
const siteId = "firm.example,site,web";
const libraryName = "Clients of the firm";
const fragmentUnit = 320 * 1024;
const atOnceBytes = 4 * 1024 * 1024;

export class GraphFailure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export async function startGraph(credential?: TestCredential): Promise<TestGraph> {
  const items = new Map<string, StoredItem>();
  const sessions = new Map<string, UploadSession>();
  const pages = new Map<string, { folder: string; from: number }>();
  const tokens = new Set<string>();
  const rootOfDrive = "01ROOT";
  items.set(rootOfDrive, { id: rootOfDrive, name: "root", parent: null, content: null, version: 1 });

  const childrenOf = (folder: string): StoredItem[] =>
    [...items.values()]
      .filter(({ parent }) => parent === folder)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const childNamed = (folder: string, name: string): StoredItem | undefined =>
    childrenOf(folder).find((item) => item.name.toLowerCase() === name.toLowerCase());
  const add = (folder: string, name: string, content: Buffer | null): StoredItem => {
    const item = {
      id: `01${randomUUID().replaceAll("-", "").toUpperCase()}`,
      name,
      parent: folder,
      content,
      version: 1,
    };
    items.set(item.id, item);
    return item;
  };
  const get = (id: string): StoredItem => {
    const item = items.get(id);
    if (!item) throw new GraphFailure(404, "itemNotFound");
    return item;
  };
  const atPath = (start: string, path: string): StoredItem =>
    path
      .split("/")
      .filter(Boolean)
      .reduce((item, name) => {
        const child = childNamed(item.id, decodeURIComponent(name));
        if (!child) throw new GraphFailure(404, "itemNotFound");
        return child;
      }, get(start));
  function hashOf(content: Buffer): string {
    const hash = createQuickXorHash();
    hash.update(content);
    return hash.digest();
  }
  const shown = ({ id, name, parent, content, version, isShortcut, isInfected }: StoredItem) => ({
    id,
    name,
    size: content?.length ?? 0,
    eTag: `"{${id}},${version}"`,
    lastModifiedDateTime: "2026-11-01T10:20:30Z",
    lastModifiedBy: { user: { displayName: "Olga Office" } },
    parentReference: { driveId, id: parent },
    ...(content
      ? { file: { mimeType: "application/pdf", hashes: { quickXorHash: hashOf(content) } } }
      : { folder: { childCount: 0 } }),
    ...(isShortcut && { remoteItem: { id: "elsewhere" } }),
    ...(isInfected && { malware: { description: "found" } }),
  });

  const graph: Omit<TestGraph, "settings" | "put" | "files" | "close"> = {
    items,
    sessions,
    calls: [],
    violations: [],
    disturb: () => false,
    role: "write",
    aheadMs: 0,
    room: Number.MAX_SAFE_INTEGER,
  };
  let base = "";

  /** The file under the name, by the rule for a name that is taken; the default replaces. */
  function store(folder: string, name: string, content: Buffer, behavior: string): StoredItem {
    if (content.length > graph.room) throw new GraphFailure(507, "quotaLimitReached");
    if (/["*:<>?/\\|]|^~|[. ]$/.test(name)) throw new GraphFailure(400, "invalidRequest");
    const there = childNamed(folder, name);
    if (!there) return add(folder, name, content);
    if (behavior === "fail") throw new GraphFailure(409, "nameAlreadyExists");
    if (behavior === "rename") return add(folder, `${randomUUID()} ${name}`, content);
    graph.violations.push(`replaced ${name}`);
    Object.assign(there, { content, version: there.version + 1 });
    return there;
  }

  function listPage(folder: string, from: number, top: number) {
    const all = childrenOf(get(folder).id);
    const page = all.slice(from, from + top);
    const token = randomUUID();
    if (from + top < all.length) pages.set(token, { folder, from: from + top });
    return {
      value: page.map(shown),
      ...(from + top < all.length && { "@odata.nextLink": `${base}/v1.0/opaque/${token}?$skiptoken=${token}` }),
    };
  }

  function sendFragment(request: IncomingMessage, id: string, body: Buffer): [status: number, body: object] {
    const session = sessions.get(id);
    if (!session) throw new GraphFailure(404, "itemNotFound");
    const [, from = 0, to = 0, total = 0] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers["content-range"] ?? "")?.map(Number) ?? [];
    if (body.length !== to - from + 1 || (session.total ?? total) !== total)
      throw new GraphFailure(400, "invalidRequest");
    if (to + 1 < total && body.length % fragmentUnit !== 0) throw new GraphFailure(400, "invalidRequest");
    if (from !== session.content.length) throw new GraphFailure(416, "invalidRange");
    if (total > graph.room) throw new GraphFailure(507, "quotaLimitReached");
    session.total = total;
    session.content = Buffer.concat([session.content, body]);
    if (session.content.length < total) return [202, expected(session)];
    const made = store(session.folder, session.name, session.content, session.behavior);
    sessions.delete(id);
    return [201, shown(made)];
  }
  const expected = ({ content }: UploadSession) => ({
    expirationDateTime: "2026-12-01T00:00:00Z",
    nextExpectedRanges: [`${content.length}-`],
  });

  function answerUpload(request: IncomingMessage, response: ServerResponse, id: string, body: Buffer): void {
    if (request.headers.authorization !== undefined) {
      graph.violations.push("a token at an upload's address");
      throw new GraphFailure(401, "unauthenticated");
    }
    if (request.method === "PUT") {
      const [status, answer] = sendFragment(request, id, body);
      return sendJson(response, answer, status);
    }
    const session = sessions.get(id);
    if (!session) throw new GraphFailure(404, "itemNotFound");
    if (request.method === "GET") return sendJson(response, expected(session));
    sessions.delete(id);
    response.writeHead(204).end();
  }

  function answerBytes(request: IncomingMessage, response: ServerResponse, id: string): void {
    if (request.headers.authorization !== undefined) graph.violations.push("a token at a download's address");
    const { content, isInfected } = get(id);
    if (isInfected)
      return void response
        .writeHead(403, { "content-type": "text/html; charset=utf-8" })
        .end("<html>Sorry, this file is infected</html>");
    if (request.headers.range === undefined) return void response.writeHead(200).end(content);
    const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")?.map(Number) ?? [];
    const part = content?.subarray(from, to + 1) ?? Buffer.alloc(0);
    const range = `bytes ${from}-${from + part.length - 1}/${content?.length}`;
    response.writeHead(206, { "content-range": range, "content-type": "application/pdf" }).end(part);
  }

  function answerItem(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void {
    // `items/{id}`, then perhaps `:/a/path`, then perhaps `:` and a call.
    const [, id = "", path = "", call = ""] =
      /^\/drives\/[^/]+\/(?:items\/([^/:]+)|root)(?::\/([^:]*))?(?::?\/([a-zA-Z]+))?$/.exec(url.pathname) ?? [];
    const start = id === "" ? rootOfDrive : decodeURIComponent(id);
    const { method } = request;
    if (method !== "GET" && graph.role !== "write") throw new GraphFailure(403, "accessDenied");
    const behavior = url.searchParams.get("@microsoft.graph.conflictBehavior") ?? "replace";
    const names = path.split("/");
    const parent = () => atPath(start, names.slice(0, -1).join("/")).id;
    const name = decodeURIComponent(names.at(-1) ?? "");
    if (method === "DELETE") {
      items.delete(atPath(start, path).id);
      return void response.writeHead(204).end();
    }
    if (method === "PUT" && call === "content") {
      if (body.length > atOnceBytes) throw new GraphFailure(413, "invalidRequest");
      return sendJson(response, shown(store(parent(), name, body, behavior)), 201);
    }
    if (method === "POST" && call === "createUploadSession") {
      const asked = (JSON.parse(body.toString()) as { item?: Record<string, string> }).item ?? {};
      const session = {
        folder: parent(),
        name,
        behavior: asked["@microsoft.graph.conflictBehavior"] ?? "replace",
        content: Buffer.alloc(0),
        total: null,
      };
      if (session.behavior === "fail" && childNamed(session.folder, name))
        throw new GraphFailure(409, "nameAlreadyExists");
      const key = randomUUID();
      sessions.set(key, session);
      return sendJson(response, { uploadUrl: `${base}/upload/${key}`, ...expected(session) });
    }
    const item = atPath(start, path);
    if (method === "POST" && call === "children") {
      const asked = JSON.parse(body.toString()) as Record<string, string>;
      if (childNamed(item.id, asked["name"] ?? "")) throw new GraphFailure(409, "nameAlreadyExists");
      if (asked["@microsoft.graph.conflictBehavior"] !== "fail") graph.violations.push("a folder without fail");
      return sendJson(response, shown(add(item.id, asked["name"] ?? "", null)), 201);
    }
    if (call === "children") {
      const top = Number(url.searchParams.get("$top") ?? 200);
      if (top > 200) graph.violations.push("more than 200 a page");
      return sendJson(response, listPage(item.id, 0, top));
    }
    if (call === "content") return void response.writeHead(302, { location: `${base}/bytes/${item.id}` }).end();
    sendJson(response, shown(item));
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url ?? "/", base);
    const { pathname } = url;
    if (pathname.endsWith("/oauth2/v2.0/token"))
      return answerSignIn(response, body, { base, aheadMs: graph.aheadMs, tokens, credential, pathname });
    if (pathname.startsWith("/upload/")) return answerUpload(request, response, pathname.slice(8), body);
    if (pathname.startsWith("/bytes/")) return answerBytes(request, response, pathname.slice(7));
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? ""))
      throw new GraphFailure(401, "unauthenticated");
    if (graph.role === "none") throw new GraphFailure(403, "accessDenied");
    url.pathname = pathname.replace(/^\/v1\.0/, "");
    const page = pages.get(url.pathname.replace("/opaque/", ""));
    if (page) return sendJson(response, listPage(page.folder, page.from, 200));
    if (url.pathname === "/sites/firm.example:/sites/clients") return sendJson(response, { id: siteId });
    if (url.pathname === `/sites/${siteId}/drive`) return sendJson(response, { id: driveId });
    if (url.pathname === `/sites/${siteId}/drives`)
      return sendJson(response, { value: [{ id: driveId, name: libraryName }] });
    if (!url.pathname.startsWith(`/drives/${driveId}/`)) throw new GraphFailure(404, "itemNotFound");
    answerItem(request, response, url, body);
  }

  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    readAllBytes(request)
      .then((body) => {
        graph.calls.push(`${request.method} ${decodeURIComponent(request.url?.replace(/^\/v1\.0|\?.*$/g, "") ?? "")}`);
        if (!graph.disturb(request, response, body)) answer(request, response, body);
      })
      .catch((error: unknown) => {
        const { status, code } = error instanceof GraphFailure ? error : new GraphFailure(500, "generalException");
        sendJson(response, { error: { code, message: "Any text, in any language" } }, status);
      });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = add(rootOfDrive, "Clients", null).id;

  return Object.assign(graph, {
    settings: {
      site: "https://firm.example/sites/clients",
      library: undefined,
      folder: ["Clients"],
      tenant: "firm.example",
      clientId: "portal",
      credential: credential?.files ?? { secret: "secret of the test" },
      graphUrl: base,
      loginUrl: base,
    },
    put(path: string, content?: string | Buffer): string {
      const names = path.split("/");
      const folder = names.slice(0, -1).reduce((id, name) => (childNamed(id, name) ?? add(id, name, null)).id, root);
      return add(folder, names.at(-1) ?? "", content === undefined ? null : Buffer.from(content)).id;
    },
    files(): Record<string, Buffer> {
      const pathOf = ({ name, parent }: StoredItem): string =>
        parent === null || parent === root ? name : `${pathOf(get(parent))}/${name}`;
      return Object.fromEntries(
        [...items.values()].flatMap((item) => (item.content ? [[pathOf(item), item.content]] : [])),
      );
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  });
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
