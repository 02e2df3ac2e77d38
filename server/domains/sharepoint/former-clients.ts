/** Folders shared with clients that are not clients of the portal any more, for staff to delete. */
import { clientNumberOf } from "../../adapters/sharepoint/client-folder.ts";
import type { Sharepoint } from "../../adapters/sharepoint/sharepoint.ts";
import type { Db } from "../../kernel/transaction.ts";
import { findHoldersByClientNumbers } from "../holders/holders.ts";

const pageSize = 1000;

/** The names of the folders whose number nobody has, and how many folders there are. */
export async function findLeftFolders(
  db: Db,
  sharepoint: Pick<Sharepoint, "folderNames">,
): Promise<{ left: string[]; total: number }> {
  const names: string[] = [];
  for await (const name of sharepoint.folderNames()) names.push(name);
  const left: string[] = [];
  for (let at = 0; at < names.length; at += pageSize) {
    const page = names.slice(at, at + pageSize).map((name) => ({ name, number: clientNumberOf(name) ?? "" }));
    const holders = await findHoldersByClientNumbers(
      db,
      page.map(({ number }) => number),
    );
    left.push(...page.filter(({ number }) => holders.get(number)?.clientNumber !== number).map(({ name }) => name));
  }
  return { left: left.toSorted(), total: names.length };
}
