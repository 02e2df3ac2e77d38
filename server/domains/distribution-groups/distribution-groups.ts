/** Groups of clients who receive messages together. */
import { distributionGroups } from "@portico/api/distribution-groups.ts";
import { notifications } from "@portico/api/notifications.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, enforce, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import {
  deleteGroup,
  findGroups,
  listGroups,
  lockUser,
  renameGroup,
  replaceGroups,
} from "./distribution-groups.queries.ts";

/** The groups that the user is in. */
export async function listUserGroups({ db }: Context, userId: number) {
  return { groups: await findGroups(db, userId) };
}

/** Every group with its number of members; what may be done with one may be done with each. */
export async function listAllGroups(context: Context) {
  const viewer = requireViewer(context);
  const can = canOf({
    rename: staffVerdict(viewer, distributionGroups.rename),
    remove: staffVerdict(viewer, distributionGroups.remove),
    notify: staffVerdict(viewer, notifications.sendToGroup),
  });
  return (await listGroups(context.db)).map((group) => ({ ...group, can }));
}

/** Sets the user's groups; a new name creates a group, `nameInUse` if it differs from another only in case. */
export async function setUserGroups(context: Context, userId: number, names: readonly string[]) {
  enforce(refusalToChange(requireViewer(context), { holderType: "user", holderId: userId }));
  const groups = [...new Set(names)].toSorted();
  await transact(context, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new Refusal("notFound");
    const before = await findGroups(tx, userId);
    if (before.join("\n") === groups.join("\n")) return;
    if (!(await replaceGroups(tx, userId, groups))) throw new Refusal("nameInUse");
    tx.audit("user.groupsSet", userId, { before: { groups: before }, after: { groups } });
  });
  return { groups };
}

/** Renames a group and keeps its members; `nameInUse` if another has the name. */
export async function renameDistributionGroup(context: Context, name: string, newName: string) {
  try {
    await transact(context, async (tx) => {
      if (!(await renameGroup(tx, name, newName))) throw new Refusal("notFound");
      tx.audit("group.renamed", name, { before: { name }, after: { name: newName } });
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
  return { name: newName };
}

/** Deletes a group; its members stay users. */
export async function deleteDistributionGroup(context: Context, name: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    if (!(await deleteGroup(tx, name))) throw new Refusal("notFound");
    tx.audit("group.deleted", name, { before: { name } });
  });
  return { done: true };
}
