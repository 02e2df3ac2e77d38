/** The folders and sources as staff see them, and the test of a connection. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { pickups as calls, type PickupState } from "@portico/api/pickups.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { readHostKey, SftpFailure, withSftp } from "../../adapters/sftp/sftp.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSettings } from "../settings/settings.ts";
import { placeOf, sourceOfCustodian } from "./looking/folder.ts";
import { lookJob } from "./pickups.jobs.ts";
import { fits, isFitName } from "./pickups.policy.ts";
import { listCustodians, listSecretAddresses, listSourceRows, listWaiting, type SourceRow } from "./pickups.queries.ts";
import { addressOf, openSecret } from "./secrets.ts";

/** Folders of custodians that are not there. */
export async function checkPickups(
  trx: Trx,
  { connections }: SettingValue<"pickups">,
): Promise<{ path: string; code: FieldCode }[]> {
  const known = new Set((await listCustodians(trx)).map(({ id }) => id));
  return connections.flatMap(({ custodianId }, index) =>
    known.has(custodianId) ? [] : [{ path: `connections.${index}.custodianId`, code: "notAllowed" as const }],
  );
}

const stateOf = (row: SourceRow | undefined) => ({
  lookedAt: row?.looked_at?.toISOString() ?? null,
  succeededAt: row?.succeeded_at?.toISOString() ?? null,
  lastFileAt: row?.last_file_at?.toISOString() ?? null,
  failures: row?.failures ?? 0,
  failure: row?.failure ?? null,
  failureDetail: row?.failure_detail || null,
  lateOn: row?.is_late ? row.late_on : null,
});

export async function listSources(context: Context): Promise<Answer<typeof calls.list>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const [[{ connections }, quoteSources], custodians, rows, secrets, waiting] = await Promise.all([
    getSettings(db, ["pickups", "quoteSources"]),
    listCustodians(db),
    listSourceRows(db),
    listSecretAddresses(db),
    listWaiting(db),
  ]);
  const named = new Map(custodians.map((one) => [one.id, one]));
  const waitingOf = (source: string): number => waiting.filter((file) => file.source === source).length;
  const folders = connections.map((connection): PickupState => {
    const { custodianId, isOn, expectedBy } = connection;
    const source = sourceOfCustodian(custodianId);
    const { name = null, automatic = false } = named.get(custodianId) ?? {};
    const hasSecret = secrets.get(custodianId) === addressOf(connection);
    const address = placeOf(connection);
    const shared = { source, name, custodianId, isOn, automatic, address, expectedBy, hasSecret };
    return { ...shared, ...stateOf(rows.get(source)), waiting: waitingOf(source) };
  });
  const quotes = (["ecb", "prices"] as const).flatMap((source): PickupState[] => {
    const set = quoteSources[source];
    if (!set) return [];
    const { isOn, automatic, url: address, expectedBy } = set;
    const shared = { source, name: null, custodianId: null, isOn, automatic, address, expectedBy, hasSecret: null };
    return [{ ...shared, ...stateOf(rows.get(source)), waiting: waitingOf(source) }];
  });
  return {
    sources: [...folders, ...quotes],
    can: canOf({ change: staffVerdict(viewer, calls.saveSecret), look: staffVerdict(viewer, calls.look) }),
  };
}

/** Queues a look; `notFound` for a source that is not set or is off. */
export async function lookNow(context: Context, source: string): Promise<{ done: true }> {
  const { sources } = await listSources(context);
  if (!sources.some((one) => one.source === source && one.isOn)) throw new Refusal("notFound");
  await transact(context, (tx) => tx.enqueue(lookJob, { source }, { key: source }));
  return { done: true };
}

const connectMs = 15_000;

type Tested = Answer<typeof calls.test>;

/** Asks the host for its key; signs in only if it is the one that an administrator confirmed. */
async function tryConnection(
  context: Context,
  { custodianId, folder, pattern, fingerprint, ...address }: Parsed<typeof calls.test>["body"],
): Promise<Tested> {
  const failed = { signedIn: false, files: null };
  let shown: string | null = null;
  try {
    shown = await readHostKey({ ...address, connectMs });
    if (fingerprint === undefined) return { fingerprint: shown, ...failed, failure: null, detail: null };
    const secret = await openSecret(context, custodianId, address);
    if (!secret) return { fingerprint: shown, ...failed, failure: "noSecret", detail: null };
    const options = { ...address, fingerprint, secret, connectMs, longestMs: 2 * connectMs };
    const names = await withSftp(options, async (folders) => (await folders.list(folder)).map(({ name }) => name));
    const files = names.filter((name) => isFitName(name) && fits(name, pattern)).length;
    return { fingerprint: shown, signedIn: true, failure: null, detail: null, files };
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error;
    return { fingerprint: shown, ...failed, failure: error.code, detail: error.detail.slice(0, 300) };
  }
}

/** `notFound` without such a custodian. Who tested which address is in the audit log. */
export async function testConnection(context: Context, body: Parsed<typeof calls.test>["body"]): Promise<Tested> {
  if (!(await listCustodians(context.db)).some(({ id }) => id === body.custodianId)) throw new Refusal("notFound");
  const tested = await tryConnection(context, body);
  await transact(context, async (tx) => {
    const { fingerprint, signedIn: signIn } = tested;
    tx.audit("pickup.tested", body.custodianId, { after: { address: addressOf(body), fingerprint, signIn } });
  });
  return tested;
}
