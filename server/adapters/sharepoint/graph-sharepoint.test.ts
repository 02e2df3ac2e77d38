/** The clients' folders on SharePoint, against a server that keeps state and injects every fault: nothing is lost, doubled or overwritten. */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { createGraphSharepoint } from "./graph-sharepoint.ts";
import { createQuickXorHash } from "./quick-xor-hash.ts";
import type { NewFile, Sharepoint, SharepointItem } from "./sharepoint.ts";
import { testCredential } from "./testing/credential.ts";
import { type Disturb, startGraph } from "./testing/graph-server.ts";

async function openGraph({ withCertificate = false } = {}) {
  const graph = await startGraph(withCertificate ? await testCredential() : undefined);
  onTestFinished(() => graph.close());
  onTestFinished(() => expect(graph.violations).toEqual([]));
  const pauses: number[] = [];
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  return { graph, pauses, sharepoint: createGraphSharepoint(graph.settings, pause), pause };
}
async function folderOf(sharepoint: Sharepoint, ...path: string[]): Promise<SharepointItem> {
  const found = await sharepoint.find(path);
  if (!found) throw new Error(`${path.join("/")} is not there`);
  return found;
}
const file = (content: Buffer, name = "scan.pdf"): NewFile => ({ name, mediaType: "application/pdf", content });
const small = () => randomBytes(1000);
const large = () => randomBytes(7_000_000);
const read = (sharepoint: Sharepoint, item: SharepointItem, start = 0, end = item.size) =>
  readAllBytes(sharepoint.open(item, start, end) as AsyncIterable<Uint8Array>);
/** Files by name; contents as hashes, since comparing millions of bytes one by one takes seconds. */
const hashed = (files: Record<string, Buffer>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, createHash("sha256").update(content).digest("hex")]),
  );
const refuse = (response: ServerResponse, status: number, headers: Record<string, string> = {}): true => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}");
  return true;
};
/** Disturbs the requests that match, the first so many times. */
const first =
  (times: number, matches: (request: IncomingMessage) => boolean, fault: Disturb): Disturb =>
  (request, response, body) => {
    if (times === 0 || !matches(request)) return false;
    times -= 1;
    return fault(request, response, body);
  };
const isFragment = ({ method, url }: IncomingMessage) => method === "PUT" && url?.startsWith("/upload/") === true;
const isPutAtOnce = ({ method, url }: IncomingMessage) => method === "PUT" && url?.includes("/content") === true;
const isCreated = ({ url }: IncomingMessage) => url?.endsWith("createUploadSession") === true;

test("folders are listed by path, items found by id with the names of their ancestors", async () => {
  const { graph, sharepoint } = await openGraph();
  const id = graph.put("A-1/Taxes/50% & more #1/2025.pdf", "tax");
  const folder = await folderOf(sharepoint, "A-1", "Taxes", "50% & more #1");
  expect(folder).toMatchObject({ isFolder: true, size: 0, mediaType: null });
  const { items, next } = await sharepoint.list(folder);
  const path = ["A-1", "Taxes", "50% & more #1", "2025.pdf"];
  expect([next, items]).toEqual([
    null,
    [
      {
        driveId: folder.driveId,
        itemId: id,
        name: "2025.pdf",
        path,
        isFolder: false,
        size: 3,
        mediaType: "application/pdf",
        modifiedAt: "2026-11-01T10:20:30.000Z",
        modifiedBy: "Olga Office",
        eTag: `"{${id}},1"`,
        isInfected: false,
      },
    ],
  ]);
  expect(await sharepoint.get(folder.driveId, id)).toMatchObject({ path });
  expect(await sharepoint.find(["A-1", "none"])).toBeNull();
  expect(await sharepoint.find(["A-1", ".."])).toBeNull();
});

test("what is not below the root, moved away or forged is not there", async () => {
  const { graph, sharepoint } = await openGraph();
  const id = graph.put("A-1/file.pdf", "x");
  const { driveId } = await folderOf(sharepoint, "A-1");
  const root = [...graph.items.values()].find(({ name }) => name === "Clients")?.id ?? "";
  graph.items.set("01LOOSE", { id: "01LOOSE", name: "l.pdf", parent: "01ROOT", content: Buffer.from("x"), version: 1 });
  for (const [drive, item] of [
    ["b!another", id],
    [driveId, "01LOOSE"],
    [driveId, "01ROOT"],
    [driveId, root],
    [driveId, "../items"],
    [driveId, `${id}/content`],
    [driveId, `${id}?x`],
    [driveId, ""],
  ] as const)
    expect([item, await sharepoint.get(drive, item)]).toEqual([item, null]);
  const asked = graph.calls.length;
  await sharepoint.get(driveId, `${id}/children`);
  expect(graph.calls.length).toBe(asked);
  const moved = graph.items.get(id);
  if (moved) moved.parent = "01ROOT";
  expect(await sharepoint.get(driveId, id)).toBeNull();
});

test("a shortcut to another library is neither listed nor followed", async () => {
  const { graph, sharepoint } = await openGraph();
  const shortcut = graph.items.get(graph.put("A-1/Elsewhere"));
  if (shortcut) shortcut.isShortcut = true;
  const inside = graph.put("A-1/Elsewhere/secret.pdf", "secret");
  const folder = await folderOf(sharepoint, "A-1");
  expect((await sharepoint.list(folder)).items).toEqual([]);
  expect(await sharepoint.find(["A-1", "Elsewhere"])).toBeNull();
  expect(await sharepoint.get(folder.driveId, inside)).toBeNull();
});

test("a long folder comes in pages of 200, by the address that SharePoint gave", async () => {
  const { graph, sharepoint } = await openGraph();
  for (let number = 0; number < 450; number += 1) graph.put(`A-1/${String(number).padStart(3, "0")}.pdf`, "x");
  const folder = await folderOf(sharepoint, "A-1");
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await sharepoint.list(folder, cursor);
    sizes.push(items.length);
    cursor = next ?? undefined;
  } while (cursor);
  expect(sizes).toEqual([200, 200, 50]);
  await expect(sharepoint.list(folder, "https://elsewhere.example/")).rejects.toMatchObject({ code: "badInput" });
});

test("bytes come whole and in ranges, from an address that gets no token", async () => {
  const { graph, sharepoint } = await openGraph();
  const content = randomBytes(100_000);
  graph.put("A-1/file.pdf", content);
  const item = await folderOf(sharepoint, "A-1", "file.pdf");
  expect((await read(sharepoint, item)).equals(content)).toBe(true);
  expect((await read(sharepoint, item, 500, 900)).equals(content.subarray(500, 900))).toBe(true);
  // Changed since it was described.
  Object.assign(graph.items.get(item.itemId) ?? {}, { content: randomBytes(50_000) });
  await expect(read(sharepoint, item)).rejects.toMatchObject({ code: "sharepointAway" });
  graph.disturb = (request, response) => {
    if (!request.url?.startsWith("/bytes/")) return false;
    response.writeHead(206, { "content-range": `bytes 0-99999/100000` }).write(randomBytes(10));
    setTimeout(() => response.destroy(), 20);
    return true;
  };
  await expect(read(sharepoint, item)).rejects.toMatchObject({ code: "sharepointAway" });
  graph.disturb = (request, response) => {
    if (!request.url?.startsWith("/bytes/")) return false;
    response.writeHead(206, { "content-range": `bytes 0-99999/100000`, "content-length": "100000" }).flushHeaders();
    setTimeout(() => response.destroy(), 20);
    return true;
  };
  await expect(read(sharepoint, item), "before its first byte").rejects.toMatchObject({ code: "sharepointAway" });
});

test("answers with codes that no reference names mean what their status says", async () => {
  const { graph, sharepoint, pauses } = await openGraph();
  graph.put("A-1/file.pdf", "x");
  await folderOf(sharepoint, "A-1");
  const answering =
    (status: number, code: string, headers: Record<string, string> = {}): Disturb =>
    (_request, response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ error: { code, message: "…", innerError: { date: "2026-11-26T10:00:00" } } }));
      return true;
    };
  graph.disturb = first(1, () => true, answering(401, "InvalidAuthenticationToken"));
  expect(await folderOf(sharepoint, "A-1"), "with a new token, at once").toMatchObject({ name: "A-1" });
  expect(pauses).toEqual([]);
  for (const [status, code] of [
    [429, "tooManyRequests"],
    [500, "generalException"],
    [500, "UnknownError"],
    [503, "serviceUnavailable"],
    [504, "timeout"],
  ] as const) {
    pauses.length = 0;
    graph.disturb = first(1, () => true, answering(status, code, { "retry-after": "2" }));
    expect([code, (await folderOf(sharepoint, "A-1")).name]).toEqual([code, "A-1"]);
    expect(Math.max(...pauses)).toBeGreaterThan(1000);
  }
  graph.disturb = answering(404, "ResourceNotFound");
  expect(await sharepoint.find(["A-1"])).toBeNull();
});

test("an answer that is cut in the middle is asked for again, and never another error than away", async () => {
  const { graph, sharepoint } = await openGraph();
  graph.put("A-1/file.pdf", "x");
  const cut: Disturb = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"id":"01');
    setTimeout(() => response.destroy(), 5);
    return true;
  };
  graph.disturb = first(1, () => true, cut);
  expect(await folderOf(sharepoint, "A-1")).toMatchObject({ name: "A-1" });
  const isCutOff = (away: Promise<unknown>) => expect(away).rejects.toMatchObject({ code: "sharepointAway" });
  graph.disturb = cut;
  await isCutOff(sharepoint.find(["A-1"]));
  graph.disturb = (_request, response) => {
    response.writeHead(500, { "content-length": "1000" }).write('{"error":');
    setTimeout(() => response.destroy(), 5);
    return true;
  };
  await isCutOff(sharepoint.find(["A-1"]));
});

test("malware is told apart, also where SharePoint answers with a page", async () => {
  const { graph, sharepoint } = await openGraph();
  graph.put("A-1/bad.pdf", "bad");
  const item = await folderOf(sharepoint, "A-1", "bad.pdf");
  Object.assign(graph.items.get(item.itemId) ?? {}, { isInfected: true });
  expect(await folderOf(sharepoint, "A-1", "bad.pdf")).toMatchObject({ isInfected: true });
  await expect(read(sharepoint, item)).rejects.toMatchObject({ code: "fileRefused", fields: [{ code: "infected" }] });
  const folder = await folderOf(sharepoint, "A-1");
  for (const [status, type, body] of [
    [200, "text/html", "<html>infected"],
    [403, "text/html", "<html>infected"],
    [400, "application/json", '{"error":{"code":"invalidRequest","innerError":{"code":"malwareDetected"}}}'],
  ] as const)
    for (const content of [small(), large()]) {
      graph.disturb = first(1, content.length > 5000 ? isFragment : isPutAtOnce, (_request, response) => {
        response.writeHead(status, { "content-type": type }).end(body);
        return true;
      });
      await expect(sharepoint.upload(folder, file(content))).rejects.toMatchObject({ code: "fileRefused" });
      expect([Object.keys(graph.files()), graph.sessions.size]).toEqual([["A-1/bad.pdf"], 0]);
    }
});

describe.each([
  ["small", small],
  ["large", large],
])("a %s file", (_, makeContent) => {
  test("is stored once under its name, and never replaces another", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1/scan.pdf", "already here");
    const folder = await folderOf(sharepoint, "A-1");
    const content = makeContent();
    expect(await sharepoint.upload(folder, file(content))).toMatchObject({
      item: { name: "scan (2).pdf", path: ["A-1", "scan (2).pdf"], size: content.length },
      already: false,
    });
    expect(await sharepoint.upload(folder, file(content))).toMatchObject({
      item: { name: "scan (2).pdf" },
      already: true,
    });
    expect(hashed(graph.files())).toEqual(
      hashed({ "A-1/scan.pdf": Buffer.from("already here"), "A-1/scan (2).pdf": content }),
    );
    expect(graph.sessions.size).toBe(0);
  });

  test("is stored once while SharePoint is busy, and waits as long as it is asked to", async () => {
    const { graph, sharepoint, pauses } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    const content = makeContent();
    for (const [status, headersNow] of [
      [429, () => ({ "retry-after": "3" })],
      [429, () => ({})],
      [503, () => ({ "retry-after": new Date(Date.now() + 8000).toUTCString() })],
      [503, () => ({})],
      [502, () => ({})],
    ] as const) {
      for (const isAsked of [isPutAtOnce, isCreated, isFragment]) {
        pauses.length = 0;
        let met = 0;
        graph.disturb = first(2, isAsked, (_request, response) => {
          met += 1;
          return refuse(response, status, headersNow());
        });
        await sharepoint.upload(folder, file(content));
        if (met > 0) expect(pauses.length).toBeGreaterThan(0);
        if (met > 0 && "retry-after" in headersNow()) expect(Math.max(...pauses)).toBeGreaterThan(1000);
      }
      expect(Object.keys(graph.files())).toEqual(["A-1/scan.pdf"]);
    }
  });

  test("is stored once when the answer that it is stored gets lost", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    const content = makeContent();
    // The last request does its work, and the connection ends without an answer.
    graph.disturb = (request, response) => {
      const isLast = isPutAtOnce(request) || /-6999999\//.test(request.headers["content-range"] ?? "");
      if (isLast) {
        graph.disturb = () => false;
        response.writeHead = () => response.destroy() as never;
      }
      return false;
    };
    expect(await sharepoint.upload(folder, file(content))).toMatchObject({
      item: { name: "scan.pdf" },
      already: false,
    });
    expect(hashed(graph.files())).toEqual(hashed({ "A-1/scan.pdf": content }));
  });

  test("that does not fit is refused, and leaves nothing", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    graph.room = 10;
    const folder = await folderOf(sharepoint, "A-1");
    await expect(sharepoint.upload(folder, file(makeContent()))).rejects.toMatchObject({ code: "sharepointFull" });
    graph.room = Number.MAX_SAFE_INTEGER;
    graph.disturb = first(
      1,
      (request) => isFragment(request) || isPutAtOnce(request),
      (_, response) => refuse(response, 507),
    );
    await expect(sharepoint.upload(folder, file(makeContent()))).rejects.toMatchObject({ code: "sharepointFull" });
    expect([graph.files(), graph.sessions.size]).toEqual([{}, 0]);
  });

  test("that SharePoint takes in no way is refused, and leaves nothing", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    graph.disturb = (request, response) => (isFragment(request) || isPutAtOnce(request)) && refuse(response, 503);
    await expect(sharepoint.upload(folder, file(makeContent()))).rejects.toMatchObject({ code: "sharepointAway" });
    expect([graph.files(), graph.sessions.size]).toEqual([{}, 0]);
  });

  test("stored by somebody else at the same moment takes the next name", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    graph.disturb = first(
      1,
      (request) => isFragment(request) || isPutAtOnce(request),
      () => {
        graph.put("A-1/scan.pdf", "quicker");
        return false;
      },
    );
    expect((await sharepoint.upload(folder, file(makeContent()))).item.name).toBe("scan (2).pdf");
    expect(String(graph.files()["A-1/scan.pdf"])).toBe("quicker");
    expect(graph.sessions.size).toBe(0);
  });
});

describe("an upload in fragments", () => {
  test("goes on where SharePoint says, after a lost answer and a wrong place", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    const content = large();
    graph.disturb = first(1, isFragment, (_request, response) => {
      response.writeHead = () => response.destroy() as never;
      return false;
    });
    await sharepoint.upload(folder, file(content));
    expect(hashed(graph.files())).toEqual(hashed({ "A-1/scan.pdf": content }));
    // The fragment sent again was refused with 416, and SharePoint was asked where to go on.
    expect(graph.calls.filter((call) => call.startsWith("GET /upload/"))).toHaveLength(1);
  });

  test("begins again when its session is gone, and gives up when that happens again", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    const content = large();
    const lose = (times: number) => {
      let fragments = 0;
      graph.disturb = (request) => {
        if (!isFragment(request)) return false;
        fragments += 1;
        if (fragments % 2 === 0 && times > 0) {
          times -= 1;
          graph.sessions.clear();
        }
        return false;
      };
    };
    lose(1);
    await sharepoint.upload(folder, file(content));
    expect(hashed(graph.files())).toEqual(hashed({ "A-1/scan.pdf": content }));
    lose(9);
    await expect(sharepoint.upload(folder, file(large(), "b.pdf"))).rejects.toMatchObject({ code: "sharepointAway" });
    expect(Object.keys(graph.files())).toEqual(["A-1/scan.pdf"]);
  });

  test("that makes no progress ends, and its session is given up", async () => {
    const { graph, sharepoint } = await openGraph();
    graph.put("A-1");
    const folder = await folderOf(sharepoint, "A-1");
    graph.disturb = (request, response) => {
      if (!isFragment(request)) return false;
      response.writeHead(202, { "content-type": "application/json" }).end('{"nextExpectedRanges":["0-"]}');
      return true;
    };
    await expect(sharepoint.upload(folder, file(large()))).rejects.toMatchObject({ code: "sharepointAway" });
    expect(graph.sessions.size).toBe(0);
    expect(graph.calls.at(-1)).toMatch(/^DELETE \/upload\//);
  });
});

test("a folder is made once, and found if it is there", async () => {
  const { graph, sharepoint } = await openGraph();
  const made = await sharepoint.makeFolder("B-2");
  expect(made).toMatchObject({ path: ["B-2"], isFolder: true });
  expect((await sharepoint.makeFolder("B-2")).itemId).toBe(made.itemId);
  // Made by another process between the look and the making.
  graph.disturb = first(
    1,
    ({ method }) => method === "POST",
    () => {
      graph.put("C-3");
      return false;
    },
  );
  const c = await sharepoint.makeFolder("C-3");
  expect([...graph.items.values()].filter(({ name }) => name === "C-3").map(({ id }) => id)).toEqual([c.itemId]);
});

test("a long pause that SharePoint asks for is passed on, and nothing is asked meanwhile", async () => {
  const { graph, sharepoint } = await openGraph();
  graph.put("A-1");
  await folderOf(sharepoint, "A-1");
  graph.disturb = (_request, response) => refuse(response, 429, { "retry-after": "600" });
  await expect(sharepoint.find(["A-1"])).rejects.toMatchObject({
    code: "sharepointAway",
    retryAfter: expect.toSatisfy((s: number) => s > 500) as number,
  });
  const asked = graph.calls.length;
  await expect(sharepoint.find(["A-1"])).rejects.toMatchObject({ code: "sharepointAway" });
  expect(graph.calls.length).toBe(asked);
});

test("signs in with a certificate, once for many calls, and again when Graph refuses the token", async () => {
  const { graph, sharepoint } = await openGraph({ withCertificate: true });
  graph.put("A-1");
  await Promise.all([1, 2, 3].map(() => sharepoint.find(["A-1"])));
  const signIns = () => graph.calls.filter((call) => call.includes("/oauth2/")).length;
  expect(signIns()).toBe(1);
  graph.disturb = first(
    1,
    ({ url }) => url?.includes("/items/") === true,
    (_, response) => refuse(response, 401),
  );
  expect(await sharepoint.find(["A-1"])).toMatchObject({ name: "A-1" });
  expect(signIns()).toBe(2);
});

test("away in every way is `sharepointAway`, and it is found again afterwards", async () => {
  const { graph, sharepoint, pause } = await openGraph();
  graph.put("A-1");
  const html = (_: IncomingMessage, response: ServerResponse): true => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>gateway");
    return true;
  };
  const cut = (request: IncomingMessage): true => {
    request.socket.destroy();
    return true;
  };
  const strange = (request: IncomingMessage, response: ServerResponse) =>
    !request.url?.includes("/oauth2/") && (response.end('{"value":"strange"}'), true);
  for (const disturb of [html, cut, strange, (_: IncomingMessage, response: ServerResponse) => refuse(response, 500)]) {
    graph.disturb = disturb;
    await expect(sharepoint.find(["A-1"])).rejects.toMatchObject({ code: "sharepointAway" });
    await expect(sharepoint.check()).rejects.toThrow();
    graph.disturb = () => false;
    expect(await sharepoint.find(["A-1"])).toMatchObject({ name: "A-1" });
  }
  graph.role = "none";
  await expect(sharepoint.find(["A-1"])).rejects.toMatchObject({ code: "sharepointAway" });
  const away = createGraphSharepoint({ ...graph.settings, graphUrl: "http://127.0.0.1:9" }, pause);
  await expect(away.find(["A-1"])).rejects.toMatchObject({ code: "sharepointAway" });
});

test("the check throws the reason as data", async () => {
  const { graph, sharepoint, pause } = await openGraph();
  const wrong = (changed: object = {}) =>
    createGraphSharepoint({ ...graph.settings, ...changed }, pause)
      .check()
      .catch((error: unknown) => error);
  await expect(sharepoint.check()).resolves.toBeUndefined();
  for (const [changed, reason] of [
    [{ tenant: "other.example" }, { kind: "sharepointTenant" }],
    [{ credential: { secret: "other" } }, { kind: "sharepointSecretWrong" }],
    [{ credential: { certificate: "/none", key: "/none" } }, { kind: "sharepointCredential" }],
    [{ folder: ["Clients", "Other"] }, { kind: "sharepointFolder", folder: "Clients/Other" }],
    [{ library: "Other" }, { kind: "sharepointLibrary", library: "Other" }],
  ] as const)
    expect(await wrong(changed)).toMatchObject({ reason });
  const api = ({ url }: IncomingMessage) => !url?.includes("/oauth2/");
  const answers = [
    [429, "sharepointPause", "answered 429 activityLimitReached"],
    [503, "sharepointUnavailable", "answered 503 serviceNotAvailable"],
    [418, "sharepointOther", "answered 418 status418"],
  ] as const;
  for (const [status, kind, detail] of answers) {
    graph.disturb = (request, response) => api(request) && refuse(response, status);
    expect(await wrong()).toMatchObject({ reason: { kind }, detail });
  }
  graph.disturb = (request, response) => api(request) && (response.end('{"value":"strange"}'), true);
  expect(await wrong()).toMatchObject({ reason: { kind: "sharepointOther" } });
  graph.disturb = (request, response) => !api(request) && refuse(response, 401);
  expect(await wrong()).toMatchObject({ reason: { kind: "sharepointSignIn" } });
  graph.disturb = () => false;
  graph.role = "none";
  expect(await wrong()).toMatchObject({ reason: { kind: "sharepointPermission", site: graph.settings.site } });
  await graph.close();
  expect(await wrong()).toMatchObject({ reason: { kind: "sharepointUnreachable" }, detail: "ECONNREFUSED" });
});

test("the hash is Microsoft's, in whatever pieces the content comes", () => {
  const quickXorHash = (content: Buffer): string => {
    const hash = createQuickXorHash();
    for (const byte of content) hash.update(Buffer.from([byte]));
    return hash.digest();
  };
  // Known values of other implementations.
  expect(quickXorHash(Buffer.alloc(0))).toBe("AAAAAAAAAAAAAAAAAAAAAAAAAAA=");
  expect(quickXorHash(Buffer.from("Sg==", "base64"))).toBe("SgAAAAAAAAAAAAAAAQAAAAAAAAA=");
  expect(quickXorHash(Buffer.from("tbQ=", "base64"))).toBe("taAFAAAAAAAAAAAAAgAAAAAAAAA=");
  expect(quickXorHash(Buffer.from("0pZP", "base64"))).toBe("0rDEEwAAAAAAAAAAAwAAAAAAAAA=");
});

test("names that SharePoint forbids are known before they are sent", () => {
  for (const name of ["a.pdf", "Данъци 2025.pdf", "50% & more #1.pdf", "O'Brien (2).pdf", "Concert.pdf", ".hidden"])
    expect([name, isSharepointName(name)]).toEqual([name, true]);
  for (const name of [
    "",
    " a",
    "a ",
    "a.",
    "a:b",
    "a*b",
    'a"b',
    "a<b",
    "a|b",
    "a/b",
    "a\\b",
    "a?b",
    "CON",
    "con.pdf",
    "LPT1",
    "~$a.docx",
    "x_vti_y",
    "desktop.ini",
    ".lock",
    "..",
    ".",
    "a\u202eb",
    "a".repeat(256),
  ])
    expect([name, isSharepointName(name)]).toEqual([name, false]);
});
