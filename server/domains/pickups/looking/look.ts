/** One look into a custodian's folder: what is there is remembered, read if it no longer changes, and moved once it is settled. */
import { SftpFailure, withSftp } from "../../../adapters/sftp/sftp.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { checkLate, recordFailure, tellOffice } from "../alarms.ts";
import { listCustodians, lockSource, saveSuccess } from "../pickups.queries.ts";
import { openSecret } from "../secrets.ts";
import { type Folder, sftpOptions, sourceOfCustodian } from "./folder.ts";
import { moveSettled } from "./move.ts";
import { takeFiles } from "./take.ts";

/** The folder of a custodian; undefined if there is none, or it is off. */
export async function findFolder({ db }: Pick<Services, "db">, custodianId: number): Promise<Folder | undefined> {
  const { connections } = await getSetting(db, "pickups");
  const connection = connections.find((one) => one.custodianId === custodianId);
  const custodian = (await listCustodians(db)).find(({ id }) => id === custodianId);
  if (!connection?.isOn || !custodian) return undefined;
  const { name, automatic } = custodian;
  return { source: sourceOfCustodian(custodianId), custodianId, name, automatic, connection };
}

/** Looks once. What fails outside is recorded, and told when it lasts; other errors are thrown. */
export async function lookInto(services: Services, custodianId: number): Promise<void> {
  const folder = await findFolder(services, custodianId);
  if (!folder) return;
  const { source, name, connection } = folder;
  const named = { source, name, expectedBy: connection.expectedBy };
  await transact(systemContext(services, "pickup"), (tx) => lockSource(tx, source));
  const secret = await openSecret(services, custodianId, connection);
  if (!secret) await recordFailure(services, named, { code: "noSecret", detail: "" });
  else
    try {
      const waiting = await withSftp(sftpOptions(connection, secret), async (folders) => {
        const since = await takeFiles(services, folder, folders);
        await moveSettled(services, folder, folders);
        return since;
      });
      await transact(systemContext(services, "pickup"), async (tx) => {
        await saveSuccess(tx, source, services.now());
        if (waiting > 0) await tellOffice(tx, services, { type: "pickup_waiting", name, count: waiting });
        tx.emit("pickups:changed", {});
      });
    } catch (error) {
      if (!(error instanceof SftpFailure)) throw error;
      await recordFailure(services, named, error);
    }
  await checkLate(services, named);
}
