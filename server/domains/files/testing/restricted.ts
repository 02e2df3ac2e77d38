/** Encrypts a PDF that opens without a password (ISO 32000-1, 7.6.3: revision 2, RC4), so that readers may not copy from it. */
import { createHash } from "node:crypto";

const padding = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
const printAlone = -64 + 4;

function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) % 256;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return content.map((byte) => {
    one = (one + 1) % 256;
    other = (other + (state[one] ?? 0)) % 256;
    swap(one, other);
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}

const md5 = (...parts: Buffer[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest();

/** For `pdfPacked`: the entries of its trailer, and what encrypts a stream. */
export function restriction(): { trailer: string; encrypt: (content: Buffer, number: number) => Buffer } {
  const id = Buffer.alloc(16, 7);
  const owner = rc4(md5(Buffer.concat([Buffer.from("y"), padding]).subarray(0, 32)).subarray(0, 5), padding);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(printAlone);
  const key = md5(padding, owner, permissions, id).subarray(0, 5);
  const hex = (bytes: Buffer): string => `<${bytes.toString("hex")}>`;
  return {
    trailer: `/ID [${hex(id)} ${hex(id)}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P ${printAlone} >>`,
    encrypt: (content, number) => rc4(md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10), content),
  };
}
