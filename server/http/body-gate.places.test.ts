/** Slow uploads of free accounts hold up nobody, whichever call they use, and a holder has one place. */
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "@portico/api";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pngOf } from "../domains/files/testing/samples.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends a body at 40 KB a second for as long as the test takes. */
function slowly({ token }: TestUser, path: string, { length, type = "json" }: { length: number; type?: string }) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write("{".repeat(4000)), 100);
  onTestFinished(() => {
    clearInterval(timer);
    socket.destroy();
  });
}

/** A small picture in a body that is large enough to wait. */
async function upload({ token }: TestUser, { holderType, holderId }: Holder): Promise<number> {
  const { statusCode } = await app.app.inject({
    method: "POST",
    url: `/file/${holderType}/${holderId}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload:
      JSON.stringify({ name: "a.png", base64data: Buffer.from(pngOf(40, 30)).toString("base64") }) + " ".repeat(90_000),
  });
  return statusCode;
}
const own = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

const { bodyLimit: fileBytes } = api.files.upload;
const { bodyLimit: importBytes } = api.imports.preview;

test.each([
  ["files", (user: TestUser) => slowly(user, `/file/user/${user.id}`, { length: fileBytes })],
  [
    "fragments",
    (user: TestUser) =>
      slowly(user, `/upload/user/${user.id}/1/at/0`, { length: 4 * 1024 * 1024, type: "octet-stream" }),
  ],
] as const)("slow %s of free accounts keep nobody waiting", async (_, begin) => {
  for (let count = 0; count < 12; count++) begin(await app.as("client", { state: "preKYC" }));
  await pause(300);
  const honest = await app.as("client");
  const begun = performance.now();
  expect(await upload(honest, own(honest))).toBe(200);
  expect(performance.now() - begun).toBeLessThan(5000);
});

test("a slow import keeps nobody waiting", async () => {
  slowly(await app.as("office"), "/import/preview", { length: importBytes });
  await pause(300);
  const honest = await app.as("client");
  const begun = performance.now();
  expect(await upload(honest, own(honest))).toBe(200);
  expect(performance.now() - begun).toBeLessThan(5000);
});

test("the people of a company share its place", async () => {
  const creator = await app.as("client");
  const { id } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  const office = await app.as("office");
  const other = await app.as("client");
  await office.client.companies.editRepresentatives({ params: { id }, body: { newRepIDs: [creator.id, other.id] } });
  const company: Holder = { holderType: "company", holderId: id };
  slowly(creator, `/file/company/${id}`, { length: fileBytes });
  await pause(1000);
  const second = upload(other, company).then(() => "taken");
  expect(await Promise.race([second, pause(2500).then(() => "waits")])).toBe("waits");
  expect(await upload(other, own(other))).toBe(200);
});
