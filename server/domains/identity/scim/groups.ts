/** Groups of SCIM: whoever is added or removed has the rights of their groups at once. */
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { followRights } from "../accounts/rights.ts";
import type { ScimCaller } from "./caller.ts";
import { notFound, ScimError } from "./errors.ts";
import { listBody, type Page, parseFilter } from "./filter.ts";
import { patchBody, patched } from "./patch.ts";
import { groupBody, readGroup, type ScimGroup } from "./resources.ts";
import {
  deleteGroup,
  deleteMember,
  findGroup,
  groupFilterNames,
  insertMember,
  listAccountIds,
  listGroups,
  listMembers,
  lockProvider,
  saveGroup,
} from "./scim.queries.ts";

export async function listScimGroups(
  { context, provider, base }: ScimCaller,
  filter: string | undefined,
  { withMembers, ...page }: Page & { withMembers: boolean },
) {
  const { groups, total } = await listGroups(context.db, provider.id, {
    filter: parseFilter(filter, groupFilterNames),
    page,
  });
  return listBody(
    groups.map((group) => groupBody(base, group, { withMembers })),
    total,
    page,
  );
}

export async function getScimGroup({ context, provider, base }: ScimCaller, id: string, withMembers = true) {
  const group = await findGroup(context.db, provider.id, id);
  if (!group) throw notFound();
  return groupBody(base, group, { withMembers });
}

const save = (caller: ScimCaller, id: string | null, change: (before: Record<string, unknown>) => ScimGroup) =>
  transact(caller.context, async (tx) => {
    const { provider, base } = caller;
    await lockProvider(tx, provider.id);
    const before = id === null ? undefined : await findGroup(tx, provider.id, id);
    if (id !== null && !before) throw notFound();
    const group = change({
      ...(before && {
        displayName: before.displayName,
        externalId: before.externalId,
        members: before.members.map((member) => ({ value: member.id })),
      }),
    });
    const groupId = await saveGroup(tx, provider.id, {
      scimId: id,
      displayName: group.displayName,
      externalId: group.externalId ?? null,
    });
    if (groupId === undefined) throw new ScimError(409, "The name is in use", "uniqueness");
    const wasNamed = before?.displayName !== group.displayName || before.externalId !== (group.externalId ?? null);
    const changed = await saveMembers(tx, caller, groupId, group);
    tx.audit("identity.groupSaved", "identity", {
      after: { provider: provider.name, group: group.displayName, members: group.members?.length ?? 0 },
    });
    // Another name may have another role.
    for (const accountId of wasNamed ? new Set([...changed, ...(await listMembers(tx, groupId))]) : changed)
      await followRights(tx, provider, accountId);
    const saved = await findGroup(tx, provider.id, groupId);
    if (!saved) throw notFound();
    return groupBody(base, saved, { withMembers: true });
  });

/** The accounts that were added or removed. `invalidValue` for a member whom the provider has not made known. */
async function saveMembers(
  tx: Tx,
  { provider }: ScimCaller,
  groupId: string,
  { members }: ScimGroup,
): Promise<number[]> {
  const wanted = [...new Set(members?.map(({ value }) => value))];
  const accounts = await listAccountIds(tx, provider.id, wanted);
  if (accounts.length < wanted.length) throw new ScimError(400, "A member is not known", "invalidValue");
  const before = new Set(await listMembers(tx, groupId));
  const after = new Set(accounts.map(({ id }) => id));
  const added = accounts.filter(({ id }) => !before.has(id));
  const removed = [...before].filter((id) => !after.has(id));
  for (const { id: accountId, userId } of added) await insertMember(tx, { groupId, accountId, userId });
  for (const accountId of removed) await deleteMember(tx, groupId, accountId);
  return [...added.map(({ id }) => id), ...removed];
}

export const createScimGroup = (caller: ScimCaller, body: unknown) => save(caller, null, () => readGroup(body));

export const replaceScimGroup = (caller: ScimCaller, id: string, body: unknown) =>
  save(caller, id, () => readGroup(body));

export function patchScimGroup(caller: ScimCaller, id: string, body: unknown) {
  const { data } = patchBody.safeParse(body);
  if (!data) throw new ScimError(400, "The operations cannot be read", "invalidSyntax");
  return save(caller, id, (before) => readGroup(patched(before, data.Operations)));
}

/** Its members lose what they had by it. */
export const deleteScimGroup = ({ context, provider }: ScimCaller, id: string): Promise<void> =>
  transact(context, async (tx) => {
    await lockProvider(tx, provider.id);
    const group = await findGroup(tx, provider.id, id);
    if (!group) throw notFound();
    const members = await listMembers(tx, group.scimId);
    await deleteGroup(tx, group.scimId);
    tx.audit("identity.groupRemoved", "identity", { before: { provider: provider.name, group: group.displayName } });
    for (const accountId of members) await followRights(tx, provider, accountId);
  });
