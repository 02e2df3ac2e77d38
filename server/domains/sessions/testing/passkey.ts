/** A software passkey: an ES256 key that registers and answers challenges like a browser's authenticator. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** CBOR for attestations: integers, byte strings, texts, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly origin: string;
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  constructor(origin: string) {
    this.origin = origin;
    ({ privateKey: this.privateKey, publicKey: this.publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" }));
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private authenticatorData(flag: number): Buffer {
    this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flag]), counter]);
  }

  private wrapped(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  register(challenge: string): Record<string, unknown> {
    const { x = "", y = "" } = this.publicKey.export({ format: "jwk" });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
    const authData = Buffer.concat([
      this.authenticatorData(flags.present | flags.verified | flags.attested),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      key,
    ]);
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return this.wrapped({
      clientDataJSON: this.clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** `userHandle` as sent by a device that stores the passkey's user. */
  answer(challenge: string, userHandle?: string): Record<string, unknown> {
    const clientData = this.clientData("webauthn.get", challenge);
    const data = this.authenticatorData(flags.present | flags.verified);
    return this.wrapped({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, sha256(clientData)]), this.privateKey).toString("base64url"),
      ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString("base64url") }),
    });
  }
}
