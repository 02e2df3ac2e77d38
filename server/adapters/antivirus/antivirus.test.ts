import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eicar } from "../../domains/files/testing/samples.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { createAntivirus } from "./antivirus.ts";
import { scanByClamd } from "./clamd.ts";
import { startClamd } from "./testing.ts";

async function* inPieces(content: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

async function clamd(answer: (content: Buffer) => string | null | undefined, path?: string) {
  const daemon = await startClamd({ answer, ...(path !== undefined && { path }) });
  onTestFinished(() => daemon.close());
  return daemon;
}

test("clamd gets every byte, over a port or a unix socket, and its word counts", async () => {
  const content = randomBytes(3_000_001);
  const socket = join(await temporaryFolder(), "clamd.ctl");
  for (const path of [undefined, socket]) {
    const daemon = await clamd(
      (sent) => (sent.length > 10 ? "stream: Win.Test.EICAR_HDB-1 FOUND" : "stream: OK"),
      path,
    );
    const antivirus = createAntivirus({ clamdUrl: daemon.url });
    expect(await antivirus.check(content)).toEqual({ kind: "infected", signature: "Win.Test.EICAR_HDB-1" });
    expect(await antivirus.check(Buffer.from("ok"))).toEqual({ kind: "clean" });
    expect(daemon.received.map((sent) => sent.length)).toEqual([content.length, 2]);
    expect(daemon.received[0]?.equals(content)).toBe(true);
  }
});

test("a daemon that is away, hangs up, stays silent or reports an error has found nothing clean", async () => {
  const content = Buffer.from("content");
  const gone = await startClamd({ answer: () => "stream: OK" });
  await gone.close();
  expect(await scanByClamd(gone.url, content)).toMatchObject({ kind: "unreachable" });
  const hangsUp = await clamd(() => undefined);
  expect(await scanByClamd(hangsUp.url, content)).toMatchObject({ kind: "unreachable" });
  const silent = await clamd(() => null);
  expect(await scanByClamd(silent.url, content, { silenceMs: 100 })).toMatchObject({ kind: "unreachable" });
  const tooLarge = await clamd(() => "INSTREAM size limit exceeded. ERROR");
  expect(await scanByClamd(tooLarge.url, content)).toEqual({
    kind: "unreachable",
    why: "INSTREAM size limit exceeded. ERROR",
  });
});

test("the virus checks' own test file is known without any daemon", async () => {
  const antivirus = createAntivirus({ clamdUrl: undefined });
  expect(await antivirus.check(eicar())).toMatchObject({ kind: "infected" });
  expect(await antivirus.check(Buffer.from("harmless"))).toEqual({ kind: "clean" });
});

test("a stream is checked like the bytes it consists of, with a daemon and without", async () => {
  const content = randomBytes(500_001);
  const daemon = await clamd(() => "stream: OK");
  const antivirus = createAntivirus({ clamdUrl: daemon.url });
  for (const pieceBytes of [1000, 65_536, 400_000])
    expect(await antivirus.check(inPieces(content, pieceBytes))).toEqual({ kind: "clean" });
  expect(daemon.received.map((sent) => sent.equals(content))).toEqual([true, true, true]);
  const hidden = Buffer.concat([randomBytes(1000), eicar(), randomBytes(1000)]);
  const away = await startClamd({ answer: () => "stream: OK" });
  await away.close();
  for (const clamdUrl of [undefined, daemon.url, away.url])
    for (const pieceBytes of [1, 3, 67, 68, 69, 1034, 5000]) {
      const verdict = await createAntivirus({ clamdUrl }).check(inPieces(hidden, pieceBytes));
      expect([clamdUrl, pieceBytes, verdict.kind]).toEqual([clamdUrl, pieceBytes, "infected"]);
    }
});

test("content that cannot be read to its end has no verdict, and leaves no connection open", async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield randomBytes(100_000);
    throw new Error("damaged");
  }
  const daemon = await clamd(() => "stream: OK");
  for (const clamdUrl of [undefined, daemon.url])
    await expect(createAntivirus({ clamdUrl }).check(failing())).rejects.toThrow("damaged");
  expect(daemon.received).toEqual([]);
  await expect.poll(() => daemon.open()).toBe(0);
});
