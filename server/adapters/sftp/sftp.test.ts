/** Against a real SSH server on a real folder. */
import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../testing/folder.ts";
import { FileTooLarge, readHostKey, type SftpFailure, type SftpOptions, withSftp } from "./sftp.ts";
import { startSftp, type TestSftp } from "./testing/sftp-server.ts";

let root: string;
let server: TestSftp;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "out"));
  await mkdir(join(root, "done"));
  server = await startSftp(root);
});
afterEach(() => server.close());

const options = (more: Partial<SftpOptions> = {}): SftpOptions => {
  const { host, port, user, password, fingerprint } = server;
  const secret = { kind: "password", password } as const;
  return { host, port, user, fingerprint, secret, connectMs: 5_000, longestMs: 20_000, ...more };
};
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: SftpFailure) => error.code ?? error.constructor.name,
  );
const list = (more: Partial<SftpOptions> = {}) => withSftp(options(more), (folders) => folders.list("/out"));
const write = (name: string, text: string) => writeFile(join(root, "out", name), text);

test("files are listed, read and moved with a password or a key", async () => {
  await write("a.xml", "one");
  expect(await list()).toMatchObject([{ name: "a.xml", size: 3 }]);
  const secret = { kind: "key", privateKey: server.privateKey } as const;
  const read = await withSftp(options({ secret }), async (folders) => {
    const bytes = await folders.read("/out/a.xml", 10);
    await folders.move("/out/a.xml", "/done/a.xml");
    return { bytes: bytes.toString(), gone: await folders.stat("/out/a.xml") };
  });
  expect(read).toEqual({ bytes: "one", gone: null });
  expect(await readFile(join(root, "done", "a.xml"), "utf8")).toBe("one");
});

test("the host's key is read without signing in", async () => {
  expect(await readHostKey({ ...server, connectMs: 5_000 })).toBe(server.fingerprint);
  expect(server.signIns).toEqual([]);
});

test("a host that shows another key gets no password, and nothing is read", async () => {
  const { port, fingerprint } = server;
  await server.close();
  server = await startSftp(root, { port });
  expect(await failure(list({ fingerprint }))).toBe("hostKeyChanged");
  expect(server.signIns).toEqual([]);
  expect(server.asked).toEqual([]);
});

test("a wrong password and an unusable key are named", async () => {
  expect(await failure(list({ secret: { kind: "password", password: "wrong" } }))).toBe("signIn");
  expect(await failure(list({ secret: { kind: "key", privateKey: "no key" } }))).toBe("keyUnusable");
  expect(server.asked).toEqual([]);
});

test("a missing folder and a closed port are named", async () => {
  expect(await failure(withSftp(options(), (folders) => folders.list("/elsewhere")))).toBe("folderMissing");
  const { port } = server;
  await server.close();
  expect(await failure(list({ port }))).toBe("unreachable");
  server = await startSftp(root);
});

test("a host that says nothing does not hold the job", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  expect(await failure(list({ port, connectMs: 200, longestMs: 500 }))).toBe("slow");
  silent.close();
});

test("a connection that is cut in the middle of a file is no short file", async () => {
  await write("long.xml", "x".repeat(300_000));
  server.cutAfter = 100_000;
  const reading = withSftp(options(), (folders) => folders.read("/out/long.xml", 1_000_000));
  expect(await failure(reading)).toBe("cut");
});

test("a file above the limit is not read to its end", async () => {
  await write("huge.xml", "x".repeat(500_000));
  await expect(withSftp(options(), (folders) => folders.read("/out/huge.xml", 100_000))).rejects.toThrow(FileTooLarge);
});

test("a thousand files, names with blanks and letters of other scripts, links and folders", async () => {
  for (let index = 0; index < 1000; index++) await write(`f${String(index).padStart(4, "0")}.xml`, "1");
  await write("Извлечение — май 2026.xml", "ж");
  await write("..odd .xml", "2");
  await mkdir(join(root, "out", "folder.xml"));
  await symlink("/etc/passwd", join(root, "out", "link.xml"));
  const found = await list();
  expect(found).toHaveLength(1002);
  expect(found.map(({ name }) => name)).toContain("Извлечение — май 2026.xml");
  expect(found.map(({ name }) => name)).not.toContain("link.xml");
  const text = await withSftp(options(), (folders) => folders.read("/out/Извлечение — май 2026.xml", 10));
  expect(text.toString()).toBe("ж");
});

test("a file that is taken away before it is read is no empty file", async () => {
  await write("a.xml", "one");
  await rename(join(root, "out", "a.xml"), join(root, "b.xml"));
  const reading = withSftp(options(), (folders) => folders.read("/out/a.xml", 10));
  expect(await failure(reading)).toBe("folderMissing");
});
