import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, configTable, misspelt, readConfig } from "./config.ts";

describe("settings", () => {
  test("left out, make a demo on this machine with the embedded database", () => {
    expect(readConfig({})).toMatchObject({
      dataDir: resolve("data"),
      port: 3000,
      apiPort: 8081,
      host: "localhost",
      publicUrl: "http://localhost:3000",
      apiBase: "/api",
      trustProxy: "loopback",
      databaseUrl: undefined,
      databasePrepared: undefined,
      demo: true,
      logLevel: "info",
    });
  });

  test("that are empty count as left out", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "  " })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("with an external database load no demo", () => {
    expect(readConfig({ DATABASE_URL: "postgres://x@y/z" }).demo).toBe(false);
    expect(() => readConfig({ DATABASE_URL: "postgres://x@y/z", DEMO: "on" })).toThrow(/DEMO cannot be on/);
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "3e3"],
    ["API_PORT", "-1"],
    ["DATABASE_URL", "mysql://x"],
    ["SMTP_URL", "mail.example.com"],
    ["PUBLIC_URL", "example.com"],
    ["CUSTODIAN_TIMEOUT_MS", "0"],
    ["LOG_LEVEL", "loud"],
    ["DATABASE_PREPARED", "maybe"],
    ["FILES_S3_ENDPOINT", "s3.example.com"],
    ["FILES_S3_BUCKET", "My_Bucket"],
    ["MAIL_REPLY_TO", "desk+replies@firm.example"],
  ])("%s=%s is refused by name, with the exit code of a wrong configuration", (name, value) => {
    const attempt = () => readConfig({ [name]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`${name} must be`));
  });

  test.each([
    ["postgres://", "must name the user"],
    ["postgres://db.firm.example/portico", "must name the user"],
    ["postgres://portal@db.firm.example", "must name the database"],
    ["postgres://portal:p@ss/w#rd@db/portico", "%2F %23 %40"],
    ["postgres://portal:p@ss/word@db/portico", "%2F %23 %40"],
    ["postgres://portal:100%@db/portico", "%2F %23 %40"],
    ["postgres://portal@one:5432,two:5432/portico", "one host"],
    ["postgres://portal@db:99999/portico", "a port up to 65535"],
    ["postgres://portal@db/portico?sslmode=full", "must have an sslmode of disable"],
  ])("DATABASE_URL=%s says what is missing or wrong", (address, words) => {
    expect(() => readConfig({ DATABASE_URL: address })).toThrow(words);
    expect(() => readConfig({ DATABASE_URL: "postgres://x@y/z", DATABASE_DIRECT_URL: address })).toThrow(words);
  });
  test.each([
    "postgres://portal:p%40ss%2Fword@db/portico",
    "postgresql://portal@%2Frun%2Fpostgresql/portico?sslmode=verify-full",
    "postgres:///portico?host=/run/postgresql&user=portal",
  ])("DATABASE_URL=%s is accepted", (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  test.each([
    ["TRUST_PROXY", "x"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["HOST", "999.1.1.1"],
    ["HOST", "a b"],
  ])("%s=%s is refused before anything listens", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must be`));
  });
  test.each([
    ["TRUST_PROXY", "loopback, 10.0.0.0/8,::1"],
    ["HOST", "::"],
    ["HOST", "portal-1.firm.example"],
  ])("%s=%s is accepted", (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  test("that are misspelt are named with the one that is meant, so that no default is used unnoticed", () => {
    expect(() => readConfig({ DATABSE_URL: "postgres://x@y/z" })).toThrow(
      /DATABSE_URL is not a setting; DATABASE_URL is/,
    );
    expect(() => readConfig({ SMPT_URL: "smtp://x" })).toThrow(/SMTP_URL is/);
    expect(
      misspelt({ PROT: "80", HOME: "/root", HOSTNAME: "x", LOGNAME: "x", PATH: "/bin", NODE_ENV: "production" }),
    ).toEqual([{ name: "PROT", meant: "PORT", certain: false }]);
    // The setting itself is there: the other name belongs to another program.
    expect(misspelt({ PORTS: "80", PORT: "80" })).toEqual([]);
  });

  test("of the replica name another server than the database's", () => {
    const database = { DATABASE_URL: "postgres://x@db/z", DATABASE_DIRECT_URL: "postgres://x@direct:5433/z" };
    const replica = (url: string) => () => readConfig({ ...database, DATABASE_REPLICA_URL: url });
    expect(replica("postgres://x@standby/z")).not.toThrow();
    expect(replica("postgres://x@db:5432/z?sslmode=verify-full")).toThrow(/DATABASE_REPLICA_URL must name a standby/);
    expect(replica("postgres://x@direct:5433/z")).toThrow(/DATABASE_REPLICA_URL must name a standby/);
    expect(() => readConfig({ DATABASE_REPLICA_URL: "postgres://x@standby/z" })).toThrow(
      /needs DATABASE_URL beside it/,
    );
  });

  test("that are wrong are all named at once, without their values", () => {
    const wrong = { PORT: "x", DATABASE_URL: "mysql://me:hunter2@x" };
    expect(() => readConfig(wrong)).toThrow(/PORT[^]*DATABASE_URL/);
    expect(() => readConfig(wrong)).not.toThrow(/hunter2/);
  });

  test("of the mailbox come together, with a password that is not repeated", () => {
    const url = "imaps://desk:hunter2@mail.firm.example/Replies";
    const address = "desk@firm.example";
    expect(readConfig({}).mailbox).toBeUndefined();
    expect(readConfig({ IMAP_URL: url, MAIL_REPLY_TO: address }).mailbox).toEqual({ url, address });
    expect(() => readConfig({ IMAP_URL: url })).toThrow(/MAIL_REPLY_TO must be set for IMAP_URL/);
    expect(() => readConfig({ MAIL_REPLY_TO: address })).toThrow(/IMAP_URL must be set/);
    expect(() => readConfig({ IMAP_URL: "imaps://mail.firm.example" })).toThrow(/IMAP_URL must name user and password/);
    expect(() => readConfig({ IMAP_URL: url, PORT: "x" })).not.toThrow(/hunter2/);
  });

  test("of the seal and of time stamps come together, or not at all", () => {
    expect(readConfig({})).toMatchObject({ seal: undefined, timestamp: undefined });
    expect(readConfig({ SEAL_PKCS12: "/seal.p12", SEAL_PASSWORD: "open" }).seal).toEqual({
      pkcs12: "/seal.p12",
      password: "open",
    });
    expect(readConfig({ SEAL_CERTIFICATE: "/a.pem", SEAL_KEY: "/b.pem" }).seal).toMatchObject({ key: "/b.pem" });
    expect(() => readConfig({ SEAL_CERTIFICATE: "/a.pem" })).toThrow(/SEAL_KEY must be set/);
    expect(() => readConfig({ SEAL_KEY: "/a.pem" })).toThrow(/SEAL_CERTIFICATE must be set/);
    expect(() => readConfig({ SEAL_KEY: "/a.pem", SEAL_PKCS12: "/seal.p12" })).toThrow(/set one or the other/);
    expect(() => readConfig({ SEAL_PASSWORD: "hunter2" })).toThrow(/SEAL_PASSWORD needs/);
    expect(() => readConfig({ TIMESTAMP_URL: "http://tsa" })).toThrow(/TIMESTAMP_CERTIFICATES must be set/);
    expect(() => readConfig({ TIMESTAMP_POLICY: "1.2.3" })).toThrow(/need TIMESTAMP_URL/);
    expect(() => readConfig({ TIMESTAMP_POLICY: "policy" })).toThrow(/TIMESTAMP_POLICY must be an object identifier/);
  });

  test("of a bucket come together, or not at all", () => {
    expect(readConfig({}).filesS3).toBeUndefined();
    expect(readConfig({ FILES_S3_REGION: "eu-1", FILES_S3_PREFIX: "firm" }).filesS3).toBeUndefined();
    expect(() => readConfig({ FILES_S3_BUCKET: "portico", FILES_S3_ACCESS_KEY_ID: "id" })).toThrow(
      /FILES_S3_ENDPOINT, FILES_S3_SECRET_ACCESS_KEY must be set/,
    );
    const whole = {
      FILES_S3_ENDPOINT: "https://s3.example.com/",
      FILES_S3_BUCKET: "portico",
      FILES_S3_ACCESS_KEY_ID: "id",
      FILES_S3_SECRET_ACCESS_KEY: "secret",
    };
    expect(readConfig(whole).filesS3).toEqual({
      endpoint: "https://s3.example.com",
      region: "us-east-1",
      bucket: "portico",
      prefix: "",
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
    for (const prefix of ["firm/portico", "firm/portico/"])
      expect(readConfig({ ...whole, FILES_S3_PREFIX: prefix }).filesS3?.prefix).toBe("firm/portico/");
    for (const prefix of ["/", "/firm", "firm//portico", "firm portico"])
      expect(() => readConfig({ ...whole, FILES_S3_PREFIX: prefix })).toThrow(/FILES_S3_PREFIX must/);
  });

  test("stand in docs/operating.md as the code has them", async () => {
    const text = await readFile(join(import.meta.dirname, "../../docs", "operating.md"), "utf8");
    const rows = configTable.map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} |`);
    expect(text).toContain(rows.join("\n"));
  });
});
