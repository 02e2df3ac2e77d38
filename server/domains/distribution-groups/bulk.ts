/** Users who are put into a distribution group together. */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { requireViewer } from "../../kernel/context.ts";
import type { BulkKind } from "../bulk-changes/kind.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { findGroups, leaveGroup, listMembership, lockUser } from "./distribution-groups.queries.ts";
import { setUserGroups } from "./distribution-groups.ts";

type Kind = BulkKind<BulkChangeOf<"groupUsers">>;

/** `find`: the users that a filter of the clients' list matches. A new name makes the group. */
export const bulkGrouping = (find: Kind["find"]): Kind => ({
  find,
  lock: lockUser,
  async read(context, ids, { group }) {
    const viewer = requireViewer(context);
    return (await listMembership(context.db, ids, group)).map(({ id, name, isMember }) => ({
      id,
      name,
      from: null,
      before: {},
      refusal: refusalToChange(viewer, { holderType: "user", holderId: id }) ?? (isMember ? "unchanged" : null),
    }));
  },
  carryOut: async (context, id, { group }) =>
    setUserGroups(context, id, [...(await findGroups(context.db, id)), group]),
  async putBack(tx, { id }, { group }) {
    const before = await findGroups(tx, id);
    if (!(await leaveGroup(tx, id, group))) return false;
    tx.audit("user.groupsSet", id, { before: { groups: before }, after: { groups: await findGroups(tx, id) } });
    return true;
  },
});
