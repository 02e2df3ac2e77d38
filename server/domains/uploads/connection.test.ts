/** A large file over a line that breaks again and again. */
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fragmentMaxBytes } from "@portico/api/rules/uploads.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { pdfOfSize } from "./testing/large-pdf.ts";
import { begin, finish, hashOf } from "./testing/sending.ts";

const megabyte = 1024 * 1024;
const cuts = 20;

/** How a connection breaks: with half of the fragment sent, or before the answer is read. */
type Cut = "half" | "answer";

/** Compares the bytes in use with those at the start. Each look takes a while: it first collects what is no longer in use. */
function watchBytesInUse(): { look: () => void; most: () => number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const now = (): number => {
    // The second collection waits until the first one has given back its buffers, which it does beside the program.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = now();
  let most = before;
  return { look: () => (most = Math.max(most, now())), most: () => most - before };
}

/** It encrypts, hashes and opens 47 MB: on a busy machine that takes a minute. */
const slow = { timeout: 150_000 };

test(
  "47 MB arrive over twenty broken connections; each costs one fragment at most, and little memory",
  slow,
  async () => {
    const app = await createTestApp();
    onTestFinished(() => app.close());
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.app.server.address() as AddressInfo;
    const client = await app.as("client");
    const holder: Holder = { holderType: "user", holderId: client.id };
    const content = pdfOfSize(47 * megabyte, 1);
    const upload = await begin(client, holder, content);
    const path = `/upload/user/${client.id}/${upload.id}`;

    function post(offset: number, length: number): ClientRequest {
      const sent = request({
        port,
        path: `${path}/at/${offset}`,
        method: "POST",
        headers: {
          authorization: `Bearer ${client.token}`,
          "content-type": "application/octet-stream",
          "content-length": length,
        },
      });
      sent.on("error", () => undefined);
      return sent;
    }
    let sentBytes = 0;
    async function send(offset: number, cut?: Cut): Promise<void> {
      const fragment = content.subarray(offset, offset + fragmentMaxBytes);
      const sent = post(offset, fragment.length);
      const part = cut === "half" ? fragment.subarray(0, fragment.length / 2) : fragment;
      sentBytes += part.length;
      if (cut === "half") {
        await new Promise<void>((resolve) => sent.write(part, () => resolve()));
      } else {
        sent.end(part);
        const [answer] = (await once(sent, "response")) as [IncomingMessage];
        expect(answer.statusCode).toBe(200);
      }
      sent.destroy();
    }
    const offsetNow = async () =>
      (await client.client.uploads.get({ params: { ...holder, uploadId: upload.id } })).offset;

    let broken = 0;
    const memory = watchBytesInUse();
    for (let offset = 0; offset < content.length; ) {
      const cut: Cut | undefined = broken < cuts ? (broken % 2 === 0 ? "half" : "answer") : undefined;
      await send(offset, cut);
      if (cut) broken += 1;
      if (cut === "half") memory.look();
      const next = await offsetNow();
      expect(next - offset).toBe(cut === "half" ? 0 : Math.min(fragmentMaxBytes, content.length - offset));
      offset = next;
    }
    const finishing = finish(client, holder, upload, content);
    const ended = finishing.then(() => true);
    for (let rest = 0; !(await Promise.race([ended, pause(rest, false)])); ) {
      const begun = performance.now();
      memory.look();
      // Most of the time is left to the portal.
      rest = 10 * (performance.now() - begun);
    }
    expect(await finishing).toMatchObject({ state: "finished" });
    expect(broken).toBe(cuts);
    expect(sentBytes - content.length).toBeLessThanOrEqual(cuts * fragmentMaxBytes);
    // A few fragments: whoever held the whole file would need all of it.
    expect(memory.most(), `${Math.round(memory.most() / megabyte)} MB`).toBeLessThan(content.length / 2);

    const body = { documents: [{ upload: upload.id }] };
    const { documents } = await client.client.documents.add({ params: { ...holder, type: "other" }, body });
    const stored = await app.services.files.open(hashOf(content));
    expect([stored.size, documents[0]?.file.state]).toEqual([content.length, "clean"]);
  },
);
