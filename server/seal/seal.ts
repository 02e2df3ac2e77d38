/** The firm's seal on PDFs: PAdES baseline B-B, or B-T where a service for time stamps is configured. */
import { X509Certificate } from "node:crypto";
import type { Config } from "../kernel/config.ts";
import type { Db } from "../kernel/transaction.ts";
import type { Vault } from "../secrets/vault.ts";
import type { PortalWorkers } from "../workers/open.ts";
import type { PagesOmitted } from "./append-pages.ts";
import { isValidAt, type SealingKey } from "./certificates.ts";
import { encodeSignature, type Signature, sha256, signDigest } from "./cms.ts";
import { readConfiguredKey, readTimestampService } from "./configured-key.ts";
import { fillGap } from "./gap.ts";
import { insertConfiguredAuthority, listConfiguredAuthorities } from "./own-keys.queries.ts";
import { createOwnKeys, daysBeforeExpiry } from "./own-keys.ts";
import type { LastPages, SealRefusal, SealText } from "./prepare.ts";
import { fetchTimestamp, longestStamp } from "./timestamp.ts";
import type { VerifiedSeal } from "./verify.ts";

/** A PDF that cannot be sealed, now or later. */
export class SealRefused extends Error {
  override readonly name = "SealRefused";
  readonly reason: SealRefusal;
  constructor(reason: SealRefusal) {
    super(`the PDF cannot be sealed: ${reason}`);
    this.reason = reason;
  }
}

/** The configured certificate is not valid; sealing works again with another one. */
export class SealExpired extends Error {
  override readonly name = "SealExpired";
  constructor() {
    super("the seal's certificate is not valid now");
  }
}

export interface SealOptions extends Omit<SealText, "field"> {
  field?: string;
  /** Whose file it is, such as "user/12": files of one holder are sealed one after another. */
  holder: string;
}

export interface SealedWithPages {
  bytes: Buffer;
  /** How many pages were added; 0 with the reason. */
  added: number;
  omitted: PagesOmitted | null;
}

/** What a seal and its time rest on. */
export interface SealBasis {
  /** The certificate, in DER, of the authority that the seal comes from. */
  authority: Buffer;
  /** Until when the certificate that seals is valid. */
  validUntil: Date;
  /** Where the service for time stamps is; null if the time is that of the portal's own clock alone. */
  timestamps: string | null;
}

export interface Seal {
  /**
   * The sealed PDF, which begins with the given bytes. With an RSA key and no time stamp the same input gives the same
   * bytes. Throws `SealRefused` for the file, `SealExpired` and `TimestampFailed` if a later attempt may succeed, or a
   * refusal of the workers.
   */
  seal: (pdf: Buffer, options: SealOptions) => Promise<Buffer>;
  /**
   * The same with further pages at the end, under the seal: those that `write` makes of what the seal rests on; null if it
   * cannot make any. A file that cannot take pages is sealed without them.
   */
  sealWithPages: (
    pdf: Buffer,
    options: SealOptions,
    write: (basis: SealBasis) => Promise<LastPages | null>,
  ) => Promise<SealedWithPages>;
  /**
   * A detached CMS in DER over other bytes than a PDF, without a time stamp, so that with an RSA key the same bytes give
   * the same signature. Throws `SealExpired`.
   */
  signDetached: (content: Uint8Array) => Promise<Buffer>;
  /** Verifies the newest seal against every authority of the firm that is known here. */
  verify: (pdf: Buffer, holder: string) => Promise<VerifiedSeal>;
  /** Certificates of the authorities of all seals, in DER: what a stranger needs to verify them. */
  authorities: () => Promise<Buffer[]>;
  /** The certificate that seals now, those above it, its authority's last; nothing before the first key is made. */
  chain: () => Promise<Buffer[]>;
  /** Until when the certificate that seals now is valid; undefined before the first key is made. */
  validUntil: () => Promise<Date | undefined>;
  /** Days until the certificate expires, 0 if it is not valid. Makes or renews the firm's own certificate. */
  daysLeft: () => Promise<number>;
}

interface SealParts {
  config: Config;
  db: Db;
  vault: Vault;
  workers: PortalWorkers;
  /** The firm's name for its own certificates. */
  firm: () => Promise<string>;
  now: () => Date;
}

/** Throws a `ConfigError` if the configured certificate, or that of the service for time stamps, cannot be used. */
export async function createSeal({ config, workers, ...parts }: SealParts): Promise<Seal> {
  const { now } = parts;
  const own = createOwnKeys(parts);
  const configured = await readConfiguredKey(config);
  const timestamps = await readTimestampService(config.timestamp);
  const currentKey = async (): Promise<SealingKey> => configured ?? (await own.current());
  const validKey = async (): Promise<SealingKey> => {
    const key = await currentKey();
    if (!isValidAt(new X509Certificate(key.certificate), now())) throw new SealExpired();
    if (configured) await keepAuthority(configured.authority);
    return key;
  };
  /** Before the first seal, since the next configuration does not know it any more. */
  let kept = false;
  const keepAuthority = async (authority: Buffer): Promise<void> => {
    if (!kept) await insertConfiguredAuthority(parts.db, authority);
    kept = true;
  };
  const authorities = async (): Promise<Buffer[]> => {
    const [earlier, ownOnes] = await Promise.all([listConfiguredAuthorities(parts.db), own.authorities()]);
    const all = [
      ...(configured ? [configured.authority] : []),
      ...earlier.map(({ certificate }) => certificate),
      ...ownOnes,
    ];
    return [...new Map(all.map((one) => [one.toString("base64"), one])).values()];
  };

  async function sealWith(
    { key, certificate, chain }: SealingKey,
    pdf: Buffer,
    { holder, field = "firm", ...text }: SealOptions,
    lastPages?: LastPages,
  ): Promise<SealedWithPages> {
    const order = {
      ...text,
      field,
      pdf,
      key: { key, certificate, chain },
      reservedForStamp: timestamps ? longestStamp : 0,
      lastPages,
    };
    const signed = await workers.run("signPdf", order, { holder });
    if ("refused" in signed) throw new SealRefused(signed.refused);
    const { gap, added, omitted } = signed;
    const signature = received(signed.signature);
    const token = timestamps ? await fetchTimestamp(signature.value, timestamps, { now }) : undefined;
    const bytes = fillGap({ bytes: asBuffer(signed.bytes), gap }, encodeSignature({ ...signature, token }));
    return { bytes, added, omitted };
  }

  const readChain = async (): Promise<Buffer[]> =>
    configured ? [configured.certificate, ...configured.chain] : own.chain();

  return {
    authorities,
    chain: readChain,
    async validUntil() {
      const [certificate] = await readChain();
      return certificate && new X509Certificate(certificate).validToDate;
    },
    seal: async (pdf, options) => (await sealWith(await validKey(), pdf, options)).bytes,
    async sealWithPages(pdf, options, write) {
      const key = await validKey();
      const pages = await write({
        authority: key.chain.at(-1) ?? key.certificate,
        validUntil: new X509Certificate(key.certificate).validToDate,
        timestamps: timestamps?.url ?? null,
      });
      if (pages) return sealWith(key, pdf, options, pages);
      return { ...(await sealWith(key, pdf, options)), omitted: "structure" };
    },
    signDetached: async (content) => encodeSignature(signDigest(sha256(content), await validKey())),
    async verify(pdf, holder) {
      const trusted = { authorities: await authorities(), timestampAuthorities: [...(timestamps?.authorities ?? [])] };
      return workers.run("verifyPdf", { pdf, ...trusted }, { holder });
    },
    async daysLeft() {
      const certificate = new X509Certificate((await currentKey()).certificate);
      const left = certificate.validToDate.getTime() - now().getTime();
      return isValidAt(certificate, now()) ? Math.floor(left / 86_400_000) : 0;
    },
  };
}

/** What a worker sent: buffers arrive as plain bytes. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
const received = ({ certificates, attributes, algorithm, value }: Signature): Signature => ({
  certificates: certificates.map(asBuffer),
  attributes: attributes.map(asBuffer),
  algorithm: asBuffer(algorithm),
  value: asBuffer(value),
});

/** Whether operators and admins should be told how long the certificate is still valid. */
export const expiresSoon = (days: number): boolean => days <= daysBeforeExpiry;
