/** Fetches prices and rates from the addresses that are set, as files that are previewed like those of staff. */
import { createHash } from "node:crypto";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { FetchFailure, fetchFile } from "../../adapters/quote-sources/fetch-file.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { previewPickedUp } from "../imports/picked-up.ts";
import { getSetting } from "../settings/settings.ts";
import { checkLate, recordFailure, tellOffice } from "./alarms.ts";
import { listSettled } from "./looking/move.ts";
import { settle } from "./looking/take.ts";
import {
  findSameContent,
  insertFile,
  lockSource,
  saveEnded,
  saveFileCame,
  saveSuccess,
  saveTaken,
} from "./pickups.queries.ts";

export const quoteSourceNames = ["ecb", "prices"] as const;
export type QuoteSourceName = (typeof quoteSourceNames)[number];
type Source = SettingValue<"quoteSources">["ecb"];

const limits = { timeoutMs: 30_000, maxBytes: 20 * 1024 * 1024 };
/** What the office reads of them in a mail, in any language. */
const titles: Record<QuoteSourceName, string> = { ecb: "ECB", prices: "CSV" };
const system = "pickup";

/** Files whose imports a person settled: nothing waits any more. */
async function endSettled(services: Services, source: QuoteSourceName): Promise<void> {
  for (const { id } of await listSettled(services, source))
    await transact(systemContext(services, system), (tx) =>
      saveEnded(tx, id, { from: "taken", to: "moved", at: services.now() }),
    );
}

/** Records a file with new content and previews it; whether it waits for a person, null if the content is known. */
async function take(services: Services, name: QuoteSourceName, source: Source, text: string): Promise<boolean | null> {
  const at = services.now();
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest();
  if ((await findSameContent(services.db, name, sha256, 0)) !== undefined) return null;
  const fileName = new URL(source.url).pathname.split("/").at(-1) || name;
  const file = { name: fileName.slice(0, 200), size: bytes.length, modifiedMs: at.getTime() };
  const id = await transact(systemContext(services, system), async (tx) => {
    await saveFileCame(tx, name, at);
    return insertFile(tx, name, file, { at, state: "seen" });
  });
  if (id === undefined) return null;
  const kind = name === "ecb" ? ("rates" as const) : ("prices" as const);
  const { ids } = await previewPickedUp(services, { fileId: id, from: source.url, fileName: file.name, bytes, kind });
  await transact(systemContext(services, system), async (tx) => {
    if (!(await saveTaken(tx, id, { at, sha256, reason: null, detail: null }))) return;
    const after = { source: name, name: file.name, bytes: bytes.length, sha256: sha256.toString("hex"), imports: ids };
    tx.audit("pickup.taken", id, { after });
  });
  return settle(services, { id, automatic: source.automatic, imports: ids, reason: null });
}

/** Asks the source once, if it is on. What fails outside is recorded, and told when it lasts; other errors are thrown. */
export async function fetchQuotes(services: Services, name: QuoteSourceName): Promise<void> {
  const source = (await getSetting(services.db, "quoteSources"))[name];
  if (!source?.isOn) return;
  const named = { source: name, name: titles[name], expectedBy: source.expectedBy };
  await transact(systemContext(services, system), (tx) => lockSource(tx, name));
  try {
    const waits = await take(services, name, source, await fetchFile(services.outside, source.url, limits));
    await endSettled(services, name);
    await transact(systemContext(services, system), async (tx) => {
      await saveSuccess(tx, name, services.now());
      if (waits) await tellOffice(tx, services, { type: "pickup_waiting", name: named.name, count: 1 });
      tx.emit("pickups:changed", {});
    });
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    await recordFailure(services, named, error);
  }
  await checkLate(services, named);
}
