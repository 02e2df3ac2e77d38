/** A call whose right ended while its body was still arriving does nothing. */
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends the head and half of a body, and the rest when told; `answer` is all that comes back. */
function callInHalves(method: string, path: string, { token }: TestUser, body: object) {
  const text = JSON.stringify(body);
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 5)}`,
  );
  let said = "";
  socket.on("data", (part) => {
    said += String(part);
  });
  const answer = new Promise<string>((resolve) => socket.on("close", () => resolve(said)));
  return { answer, finish: () => socket.write(text.slice(5)) };
}

const nameOf = async ({ id }: TestUser) =>
  (await app.database.db.selectFrom("app_user").select("name").where("id", "=", id).executeTakeFirstOrThrow()).name;

test("who signed out meanwhile changes nothing", async () => {
  const user = await app.as("client", { name: "Ana" });
  const call = callInHalves("PATCH", `/user/${user.id}/name`, user, { name: "Another Name" });
  await pause(1200);
  await user.client.sessions.logout({ body: {} });
  call.finish();
  expect(await call.answer).toMatch(/^HTTP\/1\.1 401/);
  expect(await nameOf(user)).toBe("Ana");
});

test("nor does who is no longer of the staff", async () => {
  const [admin, colleague, client] = [await app.as("admin"), await app.as("office"), await app.as("client")];
  const call = callInHalves("PATCH", `/user/modify-state/${client.id}`, colleague, {
    newState: "disabled",
    reason: "No longer ours",
  });
  await pause(1200);
  await admin.client.users.setRole({ params: { id: colleague.id }, body: { role: "client" } });
  call.finish();
  expect(await call.answer).toMatch(/^HTTP\/1\.1 40[134]/);
  expect((await client.client.users.getState({ params: { id: client.id } })).state).toBe("postKYC");
});

test("who still may is served however slow the body is", async () => {
  const user = await app.as("client", { name: "Ana", state: "preKYC" });
  const call = callInHalves("PATCH", `/user/${user.id}/name`, user, { name: "Another Name" });
  await pause(1200);
  call.finish();
  expect(await call.answer).toMatch(/^HTTP\/1\.1 200/);
  expect(await nameOf(user)).toBe("Another Name");
});
