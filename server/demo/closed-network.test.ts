/** The process of the demo reaches this machine alone, by whatever means it tries. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs in a process of its own, whose connections are closed for good. */
async function tryIn(script: string): Promise<string> {
  const closing = new URL("./closed-network.ts", import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { closeNetwork } = await import(${JSON.stringify(closing)}); closeNetwork();
     const say = (error) => error.cause?.code ?? error.code ?? "reached";
     ${script}`,
  ]);
  return stdout.trim();
}

// Addresses for documentation (RFC 5737) would answer nothing; the refusal comes at once.
test.each([
  ["fetch", `console.log(await fetch("http://192.0.2.1/").then(() => "reached", say));`],
  ["fetch by name and TLS", `console.log(await fetch("https://mail.example.com/").then(() => "reached", say));`],
  [
    "node:https",
    `(await import("node:https")).get("https://192.0.2.1/").on("error", (error) => console.log(say(error)));`,
  ],
  ["node:net", `(await import("node:net")).connect(25, "192.0.2.1").on("error", (error) => console.log(say(error)));`],
  [
    "node:net with options",
    `(await import("node:net")).connect({ port: 22, host: "mail.example.com" }).on("error", (error) => console.log(say(error)));`,
  ],
  ["node:tls", `(await import("node:tls")).connect(465, "192.0.2.1").on("error", (error) => console.log(say(error)));`],
])("%s does not get out", async (_, script) => {
  expect(await tryIn(script)).toBe("ENETUNREACH");
});

test("its own database and custodian are reached", async () => {
  const script = `
    const http = await import("node:http");
    const server = http.createServer((_, response) => response.end("here")).listen(0, "127.0.0.1", async () => {
      const { port } = server.address();
      const [byName, byAddress] = await Promise.all(["localhost", "127.0.0.1"].map((host) =>
        fetch("http://" + host + ":" + port).then((answer) => answer.text(), say)));
      console.log(byName, byAddress);
      server.close();
      process.exit();
    });`;
  expect(await tryIn(script)).toBe("here here");
});
