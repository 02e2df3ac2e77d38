/** What the operator is told about a bucket that does not work. */
import { expect, onTestFinished, test } from "vitest";
import { checkBucket } from "./check-bucket.ts";
import { startS3 } from "./testing/s3-server.ts";

async function openStore() {
  const store = await startS3();
  onTestFinished(() => store.close());
  return store;
}

test("a bucket that works is found so, and left as it was", async () => {
  const store = await openStore();
  expect(await checkBucket(store.settings)).toBeNull();
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
});

test("each missing permission is named", async () => {
  for (const permission of [
    "s3:ListBucket",
    "s3:PutObject",
    "s3:GetObject",
    "s3:AbortMultipartUpload",
    "s3:DeleteObject",
  ]) {
    const store = await openStore();
    store.denied.add(permission);
    expect(await checkBucket(store.settings)).toBe(`the access key lacks the permission ${permission} (AccessDenied)`);
    expect(store.objects.size).toBe(permission === "s3:DeleteObject" ? 1 : 0);
  }
});

test("wrong settings and a wrong clock are told apart", async () => {
  const store = await openStore();
  for (const [wrong, message] of [
    [{ bucket: "another" }, /^there is no bucket another \(FILES_S3_BUCKET\)$/],
    [{ accessKeyId: "AKIAOTHER" }, /FILES_S3_ACCESS_KEY_ID$/],
    [{ secretAccessKey: "other" }, /^FILES_S3_SECRET_ACCESS_KEY/],
    [{ region: "us-east-1" }, /^FILES_S3_REGION is us-east-1, which is not the bucket's \(eu-test-1\)$/],
  ] as const)
    expect(await checkBucket({ ...store.settings, ...wrong })).toMatch(message);
  store.aheadMs = 20 * 60_000;
  expect(await checkBucket(store.settings)).toBe(
    "the clocks of this machine and of the store differ by 20 minutes: this machine is behind",
  );
  store.aheadMs = -30 * 60_000;
  expect(await checkBucket(store.settings)).toMatch(/differ by 30 minutes: this machine is ahead$/);
});

test("a store that is away, answers no ranges or fails is named", async () => {
  const store = await openStore();
  store.disturb = (request, response) => {
    if (request.headers.range === undefined) return false;
    response.end("whole");
    return true;
  };
  expect(await checkBucket(store.settings)).toMatch(/does not answer ranges/);
  store.disturb = (_request, response) => {
    response.writeHead(507).end();
    return true;
  };
  expect(await checkBucket(store.settings)).toMatch(/^the store answered 507 Unknown where s3:ListBucket was tried$/);
  await store.close();
  expect(await checkBucket(store.settings)).toMatch(
    /^the store at http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/,
  );
});

test("a store that never ends an answer holds the check up for no longer than its patience", async () => {
  const store = await openStore();
  for (const begin of [false, true]) {
    store.disturb = (_request, response) => {
      if (begin) response.writeHead(200).write("<List");
      return true;
    };
    const began = performance.now();
    expect(await checkBucket(store.settings, 1500)).toMatch(/does not answer in full within 2 seconds$/);
    expect(performance.now() - began).toBeLessThan(3500);
  }
});
