/** A disk that is full while files are stored: said as such, and nothing is kept. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pngOf } from "../domains/files/testing/samples.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf } from "../testing/effects.ts";
import { refusalOf } from "./errors.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const full = () =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });

test("an upload is answered with 503, and taken once there is room", async () => {
  const client = await app.as("client");
  const send = () =>
    client.client.files.upload({
      params: { holderType: "user", holderId: client.id },
      body: { name: "a.png", base64data: Buffer.from(pngOf(40, 30)).toString("base64") as never },
    });
  const put = vi.spyOn(app.services.files, "put").mockRejectedValue(full());
  expect(await codeOf(send())).toBe("unavailable");
  put.mockRestore();
  expect(await codeOf(send())).toBe("done");
});

test.each([
  full(),
  Object.assign(new Error("quota"), { code: "EDQUOT" }),
  Object.assign(new Error("could not extend file"), { code: "53100" }),
  new Error("the file could not be stored", { cause: full() }),
])("%s is no fault of the portal's", (error) => {
  expect(refusalOf(error)).toMatchObject({ code: "unavailable", status: 503 });
});
