/** Settings of the stores, the mailbox, the seal and SharePoint, which are only useful together. */
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import { asBase, asPath, asText, asUrl, optional, required, type ValuesOf } from "./config-parsers.ts";

function asBucket(text: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
    throw new Error("must be a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens");
  return text;
}
function asIdentifier(text: string): string {
  if (!/^[0-2](\.(0|[1-9]\d{0,8})){1,30}$/.test(text)) throw new Error("must be an object identifier, as 1.2.3.4");
  return text;
}
/** Not a server without TLS, except on this machine. */
function asSafeBase(text: string): string {
  const base = asBase(text);
  const { protocol, hostname } = new URL(base);
  if (protocol !== "https:" && hostname !== "localhost" && hostname !== "127.0.0.1")
    throw new Error("must be an address that starts with https://");
  return base;
}
/** Folders of a library, outermost first. */
function asFolders(text: string): readonly string[] {
  const folders = text.replace(/^\/+|(?<!\/)\/+$/g, "").split("/");
  if (folders.some((name) => !isSharepointName(name)))
    throw new Error("must be names that SharePoint allows, with slashes between folders");
  return folders;
}
/** With user and password; the path is the mailbox. */
function asMailboxUrl(text: string): string {
  const { username, password } = new URL(asUrl("imap", "imaps")(text));
  if (username === "" || password === "") throw new Error("must name user and password, as imaps://user:password@host");
  return text;
}
/** An address to which tags can be added. */
export function asPlainAddress(text: string): string {
  if (!/^[a-z0-9._-]{1,12}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text))
    throw new Error("must be an address of at most 12 characters before the @, without +, as desk@firm.example");
  return text.toLowerCase();
}
/** Ends with a slash. */
function asKeyPrefix(text: string): string {
  const folder = text.replace(/(?<!\/)\/+$/, "");
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(folder))
    throw new Error("must consist of letters, digits, dots, hyphens and underscores, with slashes between folders");
  return `${folder}/`;
}

export const outsideSettings = {
  mailboxUrl: optional(
    "IMAP_URL",
    "(mails are not read)",
    "Mailbox with the replies to mails about tickets, as imaps://user:password@host:993/INBOX; its mails are left as they are.",
    asMailboxUrl,
  ),
  mailboxAddress: optional(
    "MAIL_REPLY_TO",
    "(none)",
    "Address of IMAP_URL's mailbox, as desk@firm.example; it must also receive desk+anything@firm.example.",
    asPlainAddress,
  ),
  mailboxServer: optional(
    "MAIL_AUTHSERV_ID",
    "(that of the topmost header)",
    "Name by which the mail server signs its Authentication-Results, as mx.firm.example; headers of other servers do not count.",
    asText,
  ),
  filesS3Endpoint: optional(
    "FILES_S3_ENDPOINT",
    "(files in DATA_DIR/files)",
    "S3-compatible store for the contents of files, without the bucket, as https://s3.eu-central-1.amazonaws.com.",
    asBase,
  ),
  filesS3Region: required("FILES_S3_REGION", "us-east-1", "Region of the store, part of each signature.", asText),
  filesS3Bucket: optional("FILES_S3_BUCKET", "(none)", "Bucket of the store.", asBucket),
  filesS3Prefix: optional(
    "FILES_S3_PREFIX",
    "(none)",
    "Folder in the bucket, as portico or firm/portico.",
    asKeyPrefix,
  ),
  filesS3AccessKeyId: optional("FILES_S3_ACCESS_KEY_ID", "(none)", "Id of the access key for the bucket.", asText),
  filesS3SecretAccessKey: optional("FILES_S3_SECRET_ACCESS_KEY", "(none)", "The access key's secret.", asText),
  sealCertificate: optional(
    "SEAL_CERTIFICATE",
    "(the firm's own authority)",
    "File with the certificate for the seal on PDFs and those that issued it, as PEM.",
    asPath,
  ),
  sealKey: optional("SEAL_KEY", "(none)", "File with the private key of SEAL_CERTIFICATE, as PEM.", asPath),
  sealPkcs12: optional(
    "SEAL_PKCS12",
    "(none)",
    "File with the seal's key and certificates as PKCS#12, instead of the two settings before.",
    asPath,
  ),
  sealPassword: optional("SEAL_PASSWORD", "(none)", "Password of SEAL_PKCS12 or SEAL_KEY.", asText),
  timestampUrl: optional(
    "TIMESTAMP_URL",
    "(seals without time stamp)",
    "Service for time stamps of the seal (RFC 3161); sealing waits while it is away.",
    asUrl("http", "https"),
  ),
  timestampCertificates: optional(
    "TIMESTAMP_CERTIFICATES",
    "(none)",
    "File with the certificates of the authorities that the service's certificate comes from, as PEM.",
    asPath,
  ),
  timestampPolicy: optional(
    "TIMESTAMP_POLICY",
    "(the service's own)",
    "Policy to ask the service for, as 1.2.3.4.",
    asIdentifier,
  ),
  sharepointSite: optional(
    "SHAREPOINT_SITE",
    "(clients' folders in DATA_DIR/sharepoint)",
    "Address of the site with the clients' folders, as https://firm.sharepoint.com/sites/clients.",
    asSafeBase,
  ),
  sharepointLibrary: optional(
    "SHAREPOINT_LIBRARY",
    "(the site's own)",
    "Name of the document library on the site.",
    asText,
  ),
  sharepointFolder: required(
    "SHAREPOINT_FOLDER",
    "Clients",
    "Folder of the library that contains one folder per client number; it must exist.",
    asFolders,
  ),
  sharepointTenant: optional("SHAREPOINT_TENANT", "(none)", "Id or domain of the Microsoft tenant.", asText),
  sharepointClientId: optional(
    "SHAREPOINT_CLIENT_ID",
    "(none)",
    "Id of the application registered for the portal, with Sites.Selected.",
    asText,
  ),
  sharepointCertificate: optional(
    "SHAREPOINT_CERTIFICATE",
    "(none)",
    "File with the application's certificate, as PEM.",
    asPath,
  ),
  sharepointKey: optional(
    "SHAREPOINT_KEY",
    "(none)",
    "File with the private key (RSA) of SHAREPOINT_CERTIFICATE, as PEM.",
    asPath,
  ),
  sharepointSecret: optional(
    "SHAREPOINT_SECRET",
    "(none)",
    "The application's secret, instead of the two settings before.",
    asText,
  ),
  sharepointGraphUrl: required(
    "SHAREPOINT_GRAPH_URL",
    "https://graph.microsoft.com",
    "Microsoft Graph; national clouds have their own.",
    asSafeBase,
  ),
  sharepointLoginUrl: required(
    "SHAREPOINT_LOGIN_URL",
    "https://login.microsoftonline.com",
    "Where the application signs in; national clouds have their own.",
    asSafeBase,
  ),
} as const;

type Values = ValuesOf<typeof outsideSettings>;

/** The mailbox with the replies to mails about tickets. */
export interface MailboxSettings {
  /** With user and password. */
  url: string;
  /** Its address, to which a tag is added in each mail. */
  address: string;
  /** How its server calls itself in what it says of senders; by default that of the topmost header. */
  server?: string | undefined;
}

/** The bucket for the contents of files. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files with the key and the certificate for the seal. */
export type SealSettings = { password: string | undefined } & (
  | { certificate: string; key: string }
  | { pkcs12: string }
);
/** The service for time stamps. */
export interface TimestampSettings {
  url: string;
  /** File with its authorities. */
  certificates: string;
  policy: string | undefined;
}

/** The firm's SharePoint. */
export interface SharepointSettings {
  site: string;
  library: string | undefined;
  /** Names from the library's root to the folder of the clients' folders. */
  folder: readonly string[];
  tenant: string;
  clientId: string;
  credential: { secret: string } | { certificate: string; key: string };
  graphUrl: string;
  loginUrl: string;
}

/** Settings that belong together; undefined if they are not set. */
export interface SettingGroups {
  mailbox: MailboxSettings | undefined;
  filesS3: S3Settings | undefined;
  seal: SealSettings | undefined;
  timestamp: TimestampSettings | undefined;
  sharepoint: SharepointSettings | undefined;
}

/** The seal's settings, of which one way or none is needed. */
function sealOf(values: Values, problems: string[]): SealSettings | undefined {
  const { sealCertificate: certificate, sealKey: key, sealPkcs12: pkcs12, sealPassword: password } = values;
  if (pkcs12 !== undefined && (certificate !== undefined || key !== undefined))
    problems.push("SEAL_PKCS12 replaces SEAL_CERTIFICATE and SEAL_KEY; set one or the other");
  if (pkcs12 !== undefined) return { pkcs12, password };
  if (certificate === undefined && key === undefined) {
    if (password !== undefined) problems.push("SEAL_PASSWORD needs SEAL_PKCS12 or SEAL_KEY beside it");
    return undefined;
  }
  if (certificate === undefined) problems.push("SEAL_CERTIFICATE must be set for SEAL_KEY");
  if (key === undefined) problems.push("SEAL_KEY must be set for SEAL_CERTIFICATE");
  return { certificate: certificate ?? "", key: key ?? "", password };
}

function timestampOf(values: Values, problems: string[]): TimestampSettings | undefined {
  const { timestampUrl: url, timestampCertificates: certificates, timestampPolicy: policy } = values;
  if (url === undefined) {
    if (certificates !== undefined || policy !== undefined)
      problems.push("TIMESTAMP_CERTIFICATES and TIMESTAMP_POLICY need TIMESTAMP_URL beside them");
    return undefined;
  }
  if (certificates === undefined) problems.push("TIMESTAMP_CERTIFICATES must be set for TIMESTAMP_URL");
  return { url, certificates: certificates ?? "", policy };
}

function mailboxOf(
  { mailboxUrl: url, mailboxAddress: address, mailboxServer: server }: Values,
  problems: string[],
): MailboxSettings | undefined {
  if (url === undefined && address === undefined && server === undefined) return undefined;
  if (url === undefined) problems.push("IMAP_URL must be set for MAIL_REPLY_TO");
  if (address === undefined) problems.push("MAIL_REPLY_TO must be set for IMAP_URL");
  return { url: url ?? "", address: address ?? "", server };
}

/** The settings of the bucket, of which all or none are needed. */
function bucketOf(values: Values, problems: string[]): S3Settings | undefined {
  const { filesS3Endpoint, filesS3Region, filesS3Bucket, filesS3Prefix, filesS3AccessKeyId, filesS3SecretAccessKey } =
    values;
  const needed = {
    FILES_S3_ENDPOINT: filesS3Endpoint,
    FILES_S3_BUCKET: filesS3Bucket,
    FILES_S3_ACCESS_KEY_ID: filesS3AccessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: filesS3SecretAccessKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(needed).length) return undefined;
  if (missing.length > 0) problems.push(`${missing.join(", ")} must be set for a bucket`);
  return {
    endpoint: filesS3Endpoint ?? "",
    region: filesS3Region,
    bucket: filesS3Bucket ?? "",
    prefix: filesS3Prefix ?? "",
    accessKeyId: filesS3AccessKeyId ?? "",
    secretAccessKey: filesS3SecretAccessKey ?? "",
  };
}

/** SharePoint's settings, of which all needed or none are set. */
function sharepointOf(values: Values, problems: string[]): SharepointSettings | undefined {
  const { sharepointSite, sharepointTenant, sharepointClientId, sharepointCertificate, sharepointKey } = values;
  const needed = {
    SHAREPOINT_SITE: sharepointSite,
    SHAREPOINT_TENANT: sharepointTenant,
    SHAREPOINT_CLIENT_ID: sharepointClientId,
  };
  const credential = credentialOf(values, problems);
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(needed).length && credential === undefined) return undefined;
  if (missing.length > 0) problems.push(`${missing.join(", ")} must be set for SharePoint`);
  else if (credential === undefined && sharepointCertificate === undefined && sharepointKey === undefined)
    problems.push("SHAREPOINT_CERTIFICATE and SHAREPOINT_KEY, or SHAREPOINT_SECRET, must be set for SharePoint");
  return {
    site: sharepointSite ?? "",
    library: values.sharepointLibrary,
    folder: values.sharepointFolder,
    tenant: sharepointTenant ?? "",
    clientId: sharepointClientId ?? "",
    credential: credential ?? { secret: "" },
    graphUrl: values.sharepointGraphUrl,
    loginUrl: values.sharepointLoginUrl,
  };
}

function credentialOf(values: Values, problems: string[]): SharepointSettings["credential"] | undefined {
  const { sharepointCertificate: certificate, sharepointKey: key, sharepointSecret: secret } = values;
  if (secret !== undefined && (certificate !== undefined || key !== undefined))
    problems.push("SHAREPOINT_SECRET replaces SHAREPOINT_CERTIFICATE and SHAREPOINT_KEY; set one or the other");
  if (secret !== undefined) return { secret };
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  if (certificate !== undefined) problems.push("SHAREPOINT_KEY must be set for SHAREPOINT_CERTIFICATE");
  if (key !== undefined) problems.push("SHAREPOINT_CERTIFICATE must be set for SHAREPOINT_KEY");
  return undefined;
}

/** The settings by group; adds what is missing or too many to `problems`. */
export const groupsOf = (values: Values, problems: string[]): SettingGroups => ({
  mailbox: mailboxOf(values, problems),
  filesS3: bucketOf(values, problems),
  seal: sealOf(values, problems),
  timestamp: timestampOf(values, problems),
  sharepoint: sharepointOf(values, problems),
});
