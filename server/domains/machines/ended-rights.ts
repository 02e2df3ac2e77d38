/** Keys of people who are not staff any more stop; another administrator may take them over. */
import type { Reconsider } from "../../unit-of-work/transact.ts";
import { stopKeysByPerson } from "./machines.queries.ts";
import { tellAdmins } from "./news.ts";

export const reconsiderKeys: Reconsider = async (tx, { userIds }) => {
  for (const { id, name, user_id: userId } of await stopKeysByPerson(tx, userIds)) {
    tx.audit("machineKey.stopped", id, { before: { name, userId } });
    tx.emit("machines:changed", {});
    await tellAdmins(tx, { type: "machine_key_stopped", name });
  }
};
