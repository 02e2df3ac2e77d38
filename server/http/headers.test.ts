import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("every answer of the API, refusals too, stands in no frame and is no page", async () => {
  for (const url of ["/settings/brand", "/user/1", "/no-such-call"]) {
    const { headers } = await app.app.inject({ method: "GET", url });
    expect(headers, url).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-site",
    });
  }
});
