/**
 * A store that speaks the S3 protocol as far as the portal uses it, written from Amazon's reference: it checks every
 * signature (version 4), the clock, permissions, sizes of parts and conditions, and can be told to fail.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readAllBytes } from "../../../kernel/bytes.ts";
import type { S3Settings } from "../../../kernel/config-outside.ts";

interface StoredObject {
  content: Buffer;
  etag: string;
  modified: Date;
}

export interface TestStore {
  settings: S3Settings;
  objects: Map<string, StoredObject>;
  /** Uploads in parts that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** `GET key`, in order. */
  calls: string[];
  /** Actions that the key may not do, such as `s3:PutObject`. */
  denied: Set<string>;
  /** Called before each call; may answer it, and then returns true. */
  disturb: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The store's clock is ahead by this. */
  aheadMs: number;
  close(): Promise<void>;
}

const region = "eu-test-1";
const bucket = "portico-test";
const accessKeyId = "AKIATEST";
const secretAccessKey = "secret/of+the+test";
const minPartBytes = 5 * 1024 * 1024;

class S3Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: string;
  constructor(status: number, code: string, more = "") {
    super(code);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : one > other ? 1 : 0);

/** Refuses a request whose signature, date or body hash is not right. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer, now: Date): void {
  const header = request.headers.authorization ?? "";
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) throw new S3Failure(403, "AccessDenied");
  const [, keyId, day = "", signedRegion, names = "", signature] = parts;
  if (keyId !== accessKeyId) throw new S3Failure(403, "InvalidAccessKeyId");
  if (signedRegion !== region) throw new S3Failure(400, "AuthorizationHeaderMalformed", `<Region>${region}</Region>`);
  const date = String(request.headers["x-amz-date"]);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(at - now.getTime()) < 15 * 60 * 1000) || !date.startsWith(day))
    throw new S3Failure(403, "RequestTimeTooSkewed", `<ServerTime>${now.toISOString()}</ServerTime>`);
  const bodyHash = String(request.headers["x-amz-content-sha256"]);
  if (bodyHash !== "UNSIGNED-PAYLOAD" && bodyHash !== sha256(body))
    throw new S3Failure(400, "XAmzContentSHA256Mismatch");
  const signed = names.split(";");
  if (
    !signed.includes("host") ||
    Object.keys(request.headers).some((name) => name.startsWith("x-amz-") && !signed.includes(name))
  )
    throw new S3Failure(403, "AccessDenied");
  const query = [...url.searchParams].map(([name, value]): [string, string] => [escaped(name), escaped(value)]);
  const canonical = [
    request.method,
    url.pathname,
    query
      .toSorted(byName)
      .map(([name, value]) => `${name}=${value}`)
      .join("&"),
    ...signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const expected = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n")).toString("hex");
  if (expected !== signature) throw new S3Failure(403, "SignatureDoesNotMatch");
}

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;

export async function startS3(address = "127.0.0.1"): Promise<TestStore> {
  const store: Omit<TestStore, "settings" | "close"> = {
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    denied: new Set(),
    disturb: () => false,
    aheadMs: 0,
  };
  const nowOf = (): Date => new Date(Date.now() + store.aheadMs);
  const need = (action: string): void => {
    if (store.denied.has(action)) throw new S3Failure(403, "AccessDenied");
  };
  const save = (key: string, content: Buffer, etag = createHash("md5").update(content).digest("hex")): string => {
    store.objects.set(key, { content, etag: `"${etag}"`, modified: nowOf() });
    return `"${etag}"`;
  };

  function list(url: URL): string {
    need("s3:ListBucket");
    const [prefix, after] = [url.searchParams.get("prefix") ?? "", url.searchParams.get("continuation-token") ?? ""];
    const limit = Math.min(1000, Number(url.searchParams.get("max-keys") ?? 1000));
    const keys = [...store.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, limit);
    const rows = page.map((key) => {
      const { content, etag, modified } = store.objects.get(key) as StoredObject;
      return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>&quot;${etag.slice(1, -1)}&quot;</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${next !== ""}</IsTruncated>${rows.join("")}${next}</ListBucketResult>`,
    );
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string): void {
    need("s3:GetObject");
    const object = store.objects.get(key);
    if (!object) throw new S3Failure(404, "NoSuchKey");
    const { content, etag, modified } = object;
    const condition = request.headers["if-match"];
    if (condition !== undefined && condition !== etag) throw new S3Failure(412, "PreconditionFailed");
    const headers = { etag, "last-modified": modified.toUTCString(), "accept-ranges": "bytes" };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined) {
      response.writeHead(200, { ...headers, "content-length": content.length });
      return void response.end(request.method === "HEAD" ? undefined : content);
    }
    if (Number(from) >= content.length) throw new S3Failure(416, "InvalidRange");
    const end = to ? Math.min(content.length, Number(to) + 1) : content.length;
    const range = `bytes ${from}-${end - 1}/${content.length}`;
    response.writeHead(206, { ...headers, "content-range": range, "content-length": end - Number(from) });
    response.end(content.subarray(Number(from), end));
  }

  function complete(key: string, upload: string, body: Buffer): string {
    const parts = store.uploads.get(upload);
    if (!parts) throw new S3Failure(404, "NoSuchUpload");
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(?:&quot;|")?([0-9a-f]{32})/g)];
    const contents = named.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      if (!part || createHash("md5").update(part).digest("hex") !== etag) throw new S3Failure(400, "InvalidPart");
      return part;
    });
    if (contents.length === 0) throw new S3Failure(400, "MalformedXML");
    if (contents.slice(0, -1).some(({ length }) => length < minPartBytes)) throw new S3Failure(400, "EntityTooSmall");
    store.uploads.delete(upload);
    const hashes = contents.map((part) => createHash("md5").update(part).digest());
    const etag = `${createHash("md5").update(Buffer.concat(hashes)).digest("hex")}-${contents.length}`;
    save(key, Buffer.concat(contents), etag);
    return xml(
      `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function answer(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void {
    checkSignature(request, url, body, nowOf());
    const [, inBucket, key = ""] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (inBucket !== bucket) throw new S3Failure(404, "NoSuchBucket");
    const [upload, part] = [url.searchParams.get("uploadId"), url.searchParams.get("partNumber")];
    const sendXml = (text: string): void =>
      void response.writeHead(200, { "content-type": "application/xml" }).end(text);
    const { method = "" } = request;
    if (key === "" && method === "GET") return sendXml(list(url));
    if (method === "GET" || method === "HEAD") return get(request, response, key);
    if (method === "DELETE" && upload !== null) {
      need("s3:AbortMultipartUpload");
      store.uploads.delete(upload);
      return void response.writeHead(204).end();
    }
    if (method === "DELETE") {
      need("s3:DeleteObject");
      store.objects.delete(key);
      return void response.writeHead(204).end();
    }
    need("s3:PutObject");
    if (method === "POST" && url.searchParams.has("uploads")) {
      const id = randomUUID();
      store.uploads.set(id, new Map());
      return sendXml(
        xml(
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        ),
      );
    }
    if (method === "POST" && upload !== null) return sendXml(complete(key, upload, body));
    if (method !== "PUT") throw new S3Failure(405, "MethodNotAllowed");
    if (upload === null) return void response.writeHead(200, { etag: save(key, body) }).end();
    const parts = store.uploads.get(upload);
    if (!parts) throw new S3Failure(404, "NoSuchUpload");
    parts.set(Number(part), body);
    response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://store");
    store.calls.push(`${request.method} ${url.pathname.slice(1)}`);
    response.on("error", () => undefined);
    if (store.disturb(request, response)) return;
    readAllBytes(request)
      .then((body) => answer(request, response, url, body))
      .catch((error: unknown) => {
        const failure = error instanceof S3Failure ? error : new S3Failure(500, "InternalError");
        response.writeHead(failure.status, { "content-type": "application/xml" });
        const text = xml(`<Error><Code>${failure.code}</Code><Message>refused</Message>${failure.more}</Error>`);
        response.end(request.method === "HEAD" ? undefined : text);
      });
  });
  await new Promise<void>((listening) => server.listen(0, address, listening));
  const endpoint = `http://${address}:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, {
    settings: { endpoint, region, bucket, prefix: "firm/", accessKeyId, secretAccessKey },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  });
}
