/** A key that came in an address is revoked at once: logs, histories and proxies have it. */

import type { Lookups } from "../../http/lookups.ts";
import { sha256 } from "../../http/session.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { endToken, lockExposed, markEnded } from "./machines.queries.ts";
import { tellAdmins } from "./news.ts";

/** Of a key that is being rotated, a former secret ends alone. What is no key of the firm's changes nothing. */
export const exposeKeys: Lookups["exposeKeys"] = (services, { tokens, address, requestId }) =>
  transact({ ...services, caller: { address, requestId }, system: "machines" }, async (tx) => {
    for (const { id, name, hash, former } of await lockExposed(tx, tokens.map(sha256))) {
      if (former) await endToken(tx, hash);
      else if (!(await markEnded(tx, id, { by: null, reason: "exposed" }))) continue;
      tx.audit("machineKey.exposed", id, { after: { name, former } });
      tx.emit("machines:changed", {});
      await tellAdmins(tx, { type: "machine_key_exposed", name });
    }
  });
