/** The firm's certificate for its seal, from files that the settings name. */
import { createPrivateKey, KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Config, ConfigError } from "../kernel/config.ts";
import type { TimestampSettings } from "../kernel/config-outside.ts";
import { findChain, mayCommit, type SealingKey } from "./certificates.ts";
import type { TimestampService } from "./timestamp.ts";

/** The sealing key with the certificate of the authority at the chain's end. */
export type ConfiguredKey = SealingKey & { authority: Buffer };

const read = (setting: string, file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${setting}: ${file} cannot be read (${error.code ?? error.message}).`);
  });

/** All certificates of a PEM file, in DER; at least one. */
function certificatesOf(setting: string, pem: Buffer): Buffer[] {
  const found = pem.toString("latin1").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (found.length > 0) return found.map((one) => new X509Certificate(one).raw);
  } catch {
    // Told below.
  }
  throw new ConfigError(`${setting} names a file without certificates as PEM.`);
}

/**
 * The configured key; null if none is. Throws a `ConfigError` that names the setting: for a file that cannot be read, a
 * wrong password, a key that is not the certificate's, or a certificate that is not for signatures.
 */
export async function readConfiguredKey({ seal }: Pick<Config, "seal">): Promise<ConfiguredKey | null> {
  if (!seal) return null;
  if ("pkcs12" in seal) return keyOf("SEAL_PKCS12", await openPkcs12(seal.pkcs12, seal.password));
  const certificates = certificatesOf("SEAL_CERTIFICATE", await read("SEAL_CERTIFICATE", seal.certificate));
  return keyOf("SEAL_CERTIFICATE", { certificates, key: await openPem(seal.key, seal.password) });
}

async function openPem(file: string, passphrase: string | undefined): Promise<KeyObject> {
  const pem = await read("SEAL_KEY", file);
  try {
    return createPrivateKey({ key: pem, format: "pem", ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw new ConfigError(`SEAL_KEY: ${file} holds no private key as PEM, or SEAL_PASSWORD does not open it.`);
  }
}

async function openPkcs12(file: string, password = ""): Promise<{ key: KeyObject; certificates: Buffer[] }> {
  const content = await read("SEAL_PKCS12", file);
  // node:crypto cannot take the key out of PKCS#12. Loaded only where it is used.
  const { P12Signer } = await import("@libpdf/core");
  try {
    const opened = await P12Signer.create(content, password);
    const certificates = [opened.certificate, ...opened.certificateChain].map((one) => Buffer.from(one));
    // Private in name only; its `sign` would hash what is hashed already.
    return { key: KeyObject.from(opened["privateKey"]), certificates };
  } catch {
    throw new ConfigError(`SEAL_PKCS12: ${file} holds no key with its certificate, or SEAL_PASSWORD does not open it.`);
  }
}

function keyOf(setting: string, { key, certificates }: { key: KeyObject; certificates: Buffer[] }): ConfiguredKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isRsa = type === "rsa" && (details?.modulusLength ?? 0) >= 2048;
  if (!isRsa && !(type === "ec" && details?.namedCurve === "prime256v1"))
    throw new ConfigError(`${setting}: the key must be RSA of at least 2048 bits, or of the curve P-256.`);
  const certificate = certificates.find((one) => new X509Certificate(one).checkPrivateKey(key));
  if (!certificate) throw new ConfigError(`${setting}: no certificate belongs to the key.`);
  if (!mayCommit(certificate))
    throw new ConfigError(`${setting}: the certificate is not for signatures that commit to content (nonRepudiation).`);
  const authority = certificates.map((one) => new X509Certificate(one)).find((one) => one.ca && one.checkIssued(one));
  const others = certificates.filter((one) => one !== certificate);
  const top = authority?.raw ?? others.at(-1);
  const { validFromDate } = new X509Certificate(certificate);
  const chain = top && findChain(certificate, others, { authorities: [top], at: new Date(validFromDate) });
  if (!top || !chain || chain.length < 2)
    throw new ConfigError(`${setting}: the certificates that issued the seal's are missing, the authority's included.`);
  return {
    key: key.export({ type: "pkcs8", format: "der" }),
    certificate,
    chain: chain.slice(1).map(({ raw }) => raw),
    authority: top,
  };
}

/** The service for time stamps; null if none is configured. Throws a `ConfigError`. */
export async function readTimestampService(settings: TimestampSettings | undefined): Promise<TimestampService | null> {
  if (!settings) return null;
  const { url, policy, certificates } = settings;
  const setting = "TIMESTAMP_CERTIFICATES";
  return { url, policy, authorities: certificatesOf(setting, await read(setting, certificates)) };
}
