/** Outside parts that are configured and cannot be used are named with their setting. */
import { expect, test } from "vitest";
import { createAntivirus } from "./adapters/antivirus/antivirus.ts";
import { startClamd } from "./adapters/antivirus/testing.ts";
import { readConfig } from "./kernel/config.ts";
import { findUnusableParts } from "./outside-parts.ts";

const find = (settings: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: "/nowhere", ...settings });
  return findUnusableParts({ config, antivirus: createAntivirus(config) });
};

test("nothing is said of what is not configured, or answers", async () => {
  expect(await find({})).toEqual([]);
  const clamd = await startClamd({ answer: () => "stream: OK" });
  expect(await find({ CLAMD_URL: clamd.url })).toEqual([]);
  await clamd.close();
});

test("each part that does not answer is named with its setting and what waits for it", async () => {
  const found = await find({
    SMTP_URL: "smtp://127.0.0.1:1",
    FILES_S3_ENDPOINT: "http://127.0.0.1:2",
    FILES_S3_BUCKET: "portico",
    FILES_S3_ACCESS_KEY_ID: "id",
    FILES_S3_SECRET_ACCESS_KEY: "secret",
    IMAP_URL: "imap://user:password@127.0.0.1:1",
    MAIL_REPLY_TO: "desk@firm.example",
    CLAMD_URL: "tcp://127.0.0.1:1",
  });
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^SMTP_URL cannot be used, so mails wait: .*ECONNREFUSED/),
    expect.stringMatching(/^FILES_S3_ENDPOINT cannot be used, so files cannot be stored or read: .*ECONNREFUSED/),
    expect.stringMatching(/^IMAP_URL cannot be used, so replies are not read: ./),
    expect.stringMatching(/^CLAMD_URL cannot be used, so uploads wait: .*ECONNREFUSED/),
  ]);
});
