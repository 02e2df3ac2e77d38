/** The public address: over HTTPS, to this very installation, with the visitor's own address. */
import { expect, test } from "vitest";
import { pem } from "../seal/testing/keys.ts";
import { look, settingsOf } from "./testing/check.ts";
import { lookup, newAuthority, startPublicPortal } from "./testing/public-portal.ts";

type Portal = Awaited<ReturnType<typeof startPublicPortal>>;
const environment = { PUBLIC_URL: "https://portal.firm.test" };

const ask = ({ app, authorities, config }: Portal, more: Partial<Parameters<typeof look>[1]> = {}) =>
  look("publicAddress", { config, pool: app.services.pool, environment, authorities, lookup, ...more });
/** What is found beside that the test's machine is inside. */
const codes = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).codes.filter((code) => code !== "addressInside");

test("this installation is recognised by a process that lives in its database, not by its key alone", async () => {
  const portal = await startPublicPortal();
  expect(await codes(portal)).toEqual(["addressStopped"]);
  await portal.live(true);
  expect(await ask(portal)).toMatchObject({
    state: "attention",
    codes: ["addressInside"],
    values: { address: "127.0.0.1" },
  });
  // A copy with the same key, such as one restored to try it: its processes are others.
  const copy = await startPublicPortal();
  await copy.live(true);
  const misled = { ...portal.config, publicUrl: copy.config.publicUrl, firmKey: copy.config.firmKey };
  expect(await ask(portal, { config: misled, authorities: copy.authorities })).toMatchObject({
    state: "wrong",
    codes: expect.arrayContaining(["addressOther"]) as string[],
  });
  const otherKey = { ...portal.config, firmKey: copy.config.firmKey };
  expect(await codes(portal, { config: otherKey })).toEqual(["addressOther"]);
});

test("another site at the address, or a redirect, is told with what it answered", async () => {
  const portal = await startPublicPortal();
  await portal.live(true);
  portal.proxy.answers = (response) => void response.end("<h1>Welcome to nginx</h1>");
  expect((await ask(portal)).values).toMatchObject({ status: "HTTP 200" });
  portal.proxy.answers = (response) =>
    void response.writeHead(302, { location: "https://sso.firm.test/?next=x" }).end();
  expect((await ask(portal)).values).toMatchObject({ status: "HTTP 302 → https://sso.firm.test/" });
  portal.proxy.answers = (response) => void response.end(`{"proof":"${"x".repeat(43)}"}`);
  expect(await codes(portal)).toEqual(["addressOther"]);
});

test("a proxy that hides, only adds or loses the visitor's address is told apart, and one that drops HSTS", async () => {
  const portal = await startPublicPortal();
  await portal.live(true);
  portal.proxy.forwards = "nothing";
  expect(await codes(portal)).toEqual(["proxySilent"]);
  portal.proxy.forwards = "replaces";
  portal.proxy.dropsHsts = true;
  expect(await codes(portal)).toEqual(["addressNoHsts"]);
  const distrusting = await startPublicPortal({ trustProxy: "10.1.2.3" });
  await distrusting.live(true);
  expect(await codes(distrusting)).toEqual(["proxyDistrusted"]);
  const trusting = await startPublicPortal({ trustProxy: true });
  await trusting.live(true);
  trusting.proxy.forwards = "adds";
  expect(await codes(trusting)).toEqual(["proxyForged"]);
});

test("certificates that browsers refuse, and one that ends soon, are told apart", async () => {
  const soon = await startPublicPortal({ days: 5 });
  await soon.live(true);
  expect(await codes(soon)).toEqual(["certificateSoon"]);
  const expired = await startPublicPortal({ days: -5 });
  expect(await codes(expired)).toEqual(["certificateExpired"]);
  const other = await startPublicPortal({ certificateName: "www.firm.test" });
  expect(await codes(other)).toEqual(["certificateName"]);
  // One certificate alone, from an authority that is not known: as a chain that is not sent.
  expect(await codes(soon, { authorities: [pem(newAuthority("Other").certificate)] })).toEqual(["certificateChain"]);
});

test("no name, nothing that answers, no HTTPS and no address at all are told apart", async () => {
  const portal = await startPublicPortal();
  await portal.live(true);
  const at = async (publicUrl: string) => codes(portal, { config: { ...portal.config, publicUrl } });
  expect(await at("https://portal.nobody.test")).toEqual(["addressUnknown"]);
  expect(await at("https://portal.firm.test:1")).toEqual(["addressAway"]);
  await portal.live(false);
  expect(await at("https://portal.firm.test:1")).toEqual(["addressStopped"]);
  expect(await at("http://portal.firm.test")).toEqual(["addressPlain"]);
  expect((await look("publicAddress", await settingsOf({ PUBLIC_URL: "" }))).state).toBe("trial");
});

test("whoever asks for the proof learns of themselves alone", async () => {
  const { app } = await startPublicPortal();
  for (const path of ["/installation", "/installation?challenge=short", "/installation?challenge[]=a"])
    expect((await app.app.inject(path)).statusCode).toBe(404);
});
