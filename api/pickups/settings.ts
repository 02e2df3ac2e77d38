/** Settings of pickup: folders of custodians, and sources of prices and rates. Secrets are not among them. */
import { z } from "zod";
import { fingerprintForm, hostForm, pickupLimits, timeForm } from "../rules/pickups.ts";
import { setting } from "../settings/declaration.ts";
import { bodyId } from "../shapes.ts";

/** One line without control characters. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);
/** Folder on the host, with slashes; one that begins without is below the user's own. */
const folder = line(500).refine((text) => !text.split("/").includes(".."));

export const pickupAddress = { host: z.string().regex(hostForm), port: z.int().min(1).max(65_535), user: line(100) };

const connection = z.strictObject({
  custodianId: bodyId,
  isOn: z.boolean(),
  ...pickupAddress,
  fingerprint: z.string().regex(fingerprintForm),
  folder,
  /** Names of files that are read; `*` stands for any letters, `?` for one. Capitals make no difference. */
  pattern: line(100),
  /** Where files go once their import is confirmed or discarded. */
  processedFolder: folder,
  /** By when a file is there on each of the firm's business days, in its time zone; null: none is expected. */
  expectedBy: z.string().regex(timeForm).nullable(),
});
export type PickupConnection = z.infer<typeof connection>;

const bare = (path: string): string => path.replace(/(?<!\/)\/+$/, "");

const pickups = z.strictObject({
  connections: z
    .array(connection.refine((one) => bare(one.folder) !== bare(one.processedFolder), { path: ["processedFolder"] }))
    .max(pickupLimits.connections)
    .refine((list) => new Set(list.map(({ custodianId }) => custodianId)).size === list.length),
});

/** Https, or this machine; without user and password. */
const address = z
  .url()
  .max(500)
  .refine((text) => {
    const { protocol, hostname, username, password } = new URL(text);
    const isHere = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
    return (protocol === "https:" || isHere) && username === "" && password === "";
  });
const source = z.strictObject({
  isOn: z.boolean(),
  /** What is clean is stored without a person. */
  automatic: z.boolean(),
  url: address,
  expectedBy: z.string().regex(timeForm).nullable(),
});

/** Off by default: an installation needs nothing outside. */
const quoteSources = z.strictObject({
  /** Euro reference rates of the European Central Bank, as XML. */
  ecb: source,
  /** Prices as our own CSV; null while there is no such source. */
  prices: source.nullable(),
});

export const ecbHistoryUrl = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml";

export const settings = {
  pickups: setting(pickups, () => ({ connections: [] })),
  quoteSources: setting(quoteSources, () => ({
    ecb: { isOn: false, automatic: false, url: ecbHistoryUrl, expectedBy: null },
    prices: null,
  })),
};
