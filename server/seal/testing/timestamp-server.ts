/** A service for time stamps (RFC 3161) of our own, which can also lie, be slow, or answer with something else. */
import { type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readCertificate } from "../certificates.ts";
import { sha256 } from "../cms.ts";
import { at, element, integer, octets, oid, read, sequence, set, tagged, taggedSet, time } from "../der.ts";
import { oids, sha256Algorithm, signatureAlgorithms } from "../oids.ts";

export interface Stamper {
  key: KeyObject;
  certificate: Buffer;
  chain: Buffer[];
}

/** What the service does otherwise than it should; undefined to serve well. */
export type Fault =
  | "imprint"
  | "nonce"
  | "policy"
  | "signature"
  | "digest"
  | "otherSigner"
  | "time"
  | "refused"
  | "html"
  | "error"
  | "cut"
  | "long"
  | "slow";

export interface TestTimestampServer {
  url: string;
  /** Number of requests received. */
  requests: () => number;
  become: (fault: Fault | undefined, stamper?: Stamper) => void;
  close: () => Promise<void>;
}

const attribute = (id: Buffer, value: Buffer): Buffer => sequence(id, set(value));
/** `20261122101112Z`: the time of a stamp is never written with a year of two digits. */
const longTime = (moment: Date): Buffer =>
  element(0x18, Buffer.from(`${moment.toISOString().replace(/\D/g, "").slice(0, 14)}Z`, "latin1"));

interface Asked {
  imprint: Buffer;
  policy: Buffer;
  nonce: Buffer;
}

function readRequest(body: Buffer): Asked {
  const request = read(body);
  const rest = request.items.slice(2);
  return {
    imprint: at(at(request, 1), 1, 0x04).content,
    policy: rest.find(({ tag }) => tag === 0x06)?.raw ?? oid("1.2.3"),
    nonce: rest.find(({ tag }) => tag === 0x02)?.raw ?? integer(0),
  };
}

function tokenOf({ imprint, policy, nonce }: Asked, now: Date, fault: Fault | undefined, stamper: Stamper): Buffer {
  const info = sequence(
    integer(1),
    fault === "policy" ? oid("1.2.3.9") : policy,
    sequence(sha256Algorithm, octets(fault === "imprint" ? sha256(imprint) : imprint)),
    integer(42),
    longTime(fault === "time" ? new Date(now.getTime() - 3_600_000) : now),
    sequence(integer(1)),
    fault === "nonce" ? integer(7) : nonce,
  );
  const { key, certificate, chain } = stamper;
  const { issuer, serial } = readCertificate(certificate);
  const attributes = [
    attribute(oids.contentType, oids.timeStampInfo),
    // Allowed in a time stamp, unlike in the seal.
    attribute(oids.signingTime, time(now)),
    attribute(oids.messageDigest, octets(fault === "digest" ? sha256(imprint) : sha256(info))),
    attribute(
      oids.signingCertificateV2,
      sequence(sequence(sequence(octets(sha256(fault === "otherSigner" ? info : certificate))))),
    ),
  ];
  const value = sign("sha256", fault === "signature" ? set(attributes[0] as Buffer) : set(...attributes), key);
  const signer = sequence(
    integer(1),
    sequence(issuer, serial),
    sha256Algorithm,
    taggedSet(0, ...attributes),
    signatureAlgorithms[key.asymmetricKeyType ?? ""] ?? Buffer.alloc(0),
    octets(value),
  );
  const signed = sequence(
    integer(3),
    set(sha256Algorithm),
    sequence(oids.timeStampInfo, tagged(0, octets(info))),
    taggedSet(0, certificate, ...chain),
    set(signer),
  );
  return sequence(oids.signedData, tagged(0, signed));
}

export async function startTimestampServer(good: Stamper, now: () => Date): Promise<TestTimestampServer> {
  let fault: Fault | undefined;
  let stamper = good;
  let requests = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests += 1;
      const reply = (body: Buffer | string, type = "application/timestamp-reply"): void => {
        response.setHeader("content-type", type);
        response.end(body);
      };
      if (fault === "slow") return;
      if (fault === "html") return reply("<!doctype html><h1>Sign in</h1>", "text/html");
      if (fault === "error") {
        response.statusCode = 503;
        return reply("busy", "text/plain");
      }
      if (fault === "long") return reply(Buffer.alloc(100_000, 0x30));
      if (fault === "refused") return reply(sequence(sequence(integer(2))));
      const token = tokenOf(readRequest(Buffer.concat(parts)), now(), fault, stamper);
      const answer = sequence(sequence(integer(0)), token);
      return reply(fault === "cut" ? answer.subarray(0, -20) : answer);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    become(next, as = good) {
      fault = next;
      stamper = as;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
