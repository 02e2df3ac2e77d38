/** Reading contracts: lists for the holder and for staff, one with its signatures, and the first opening. */

import type { ContractState } from "@portico/api/contract-states.ts";
import type { ContractDetail, ContractRow, contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isSameName } from "@portico/kyc/same-name.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { listSigners } from "../holders/authority.ts";
import {
  leastSignatures,
  neededSignatures,
  toSigners,
  whyNotEnough,
  withoutAmount,
} from "../holders/needed-signatures.ts";
import { type ContractStatus, canOfContract } from "./contracts.policy.ts";
import {
  type ContractRecord,
  countAwaiting,
  countForStaff,
  findContract,
  findStoredFile,
  listForStaff,
  noteOpened,
  selectHolderContracts,
} from "./contracts.queries.ts";
import { getAgreement } from "./signing/agreement.ts";
import { listSignatures } from "./signing/signatures.queries.ts";
import { findVersion } from "./templates/templates.queries.ts";

const newestFirst = "contracts";
const oldestFirst = "contracts.queue";
const maxCounted = 1000;
const dayMs = 24 * 3600 * 1000;

export const toContractStatus = (viewer: Viewer, row: ContractRecord): ContractStatus & { replaced: boolean } => ({
  holder: holderOf(row),
  state: row.state,
  byAdmin: row.by_admin,
  signedByViewer: row.signed_by.includes(viewer.userId),
  signed: row.signed_by.length,
  hasClientFields: row.has_client_fields,
  replaced: row.replaced,
});

const isCompanyAwaited = (row: ContractRecord): boolean =>
  row.state === "awaitingClient" && row.holder_type === "company";

/** The company's people of today; a contract has no amount. */
const signersOf = (row: ContractRecord) => toSigners(row.acting, row.stated, withoutAmount);

/** For staff, who know what a contract is about: up to what the company's people may act. */
const limitsOf = (viewer: Viewer, { acting, stated }: ContractRecord): NonNullable<ContractDetail["limits"]> =>
  viewer.role === "client"
    ? []
    : acting.flatMap(({ name }) =>
        stated.flatMap((one) => (one.limit && isSameName(one.name, name) ? [{ name, limit: one.limit }] : [])),
      );

/**
 * Signatures that count, and how many are needed: while a company's are awaited, those of its people of today. Later
 * those that were given are what was needed.
 */
function countSignatures(row: ContractRecord): Pick<ContractRow, "signed" | "needed"> {
  const given = row.signed_by.length;
  if (row.state === "awaitingAdmin" || row.state === "approved") return { signed: given, needed: given };
  if (!isCompanyAwaited(row)) return { signed: given, needed: neededSignatures(row.signers, row.signer_count) };
  return { signed: row.signed_acting, needed: leastSignatures(row.signers, signersOf(row), row.signed_by) };
}

/** A contract as its reader gets it in lists. */
export function presentContract(viewer: Viewer, row: ContractRecord): ContractRow {
  const words = (state: ContractState) => (row.state === state ? row.reject_msg : null);
  return {
    id: row.id,
    holder_type: row.holder_type,
    holder_id: row.holder_id,
    holder_name: row.holder_name,
    contract_type: row.contract_type,
    contract_name: row.contract_name,
    state: row.state,
    language: row.language,
    created_at: row.created_at.toISOString(),
    by_admin: row.by_admin,
    revision: row.revision,
    state_changed_at: row.state_changed_at.toISOString(),
    expires_on: row.expires_on,
    ...countSignatures(row),
    client_reject_msg: words("rejectedByClient"),
    admin_reject_msg: words("rejectedByAdmin"),
    can: canOfContract(viewer, toContractStatus(viewer, row)),
  };
}

/** A page of a holder's contracts, the newest first, and how many await their signature. */
export async function listHolderContracts(
  context: Context,
  holder: Holder,
  { type, cursor, limit }: { type: string; cursor?: string | undefined; limit: number },
): Promise<Answer<typeof contracts.list>> {
  const viewer = requireViewer(context);
  const wanted = type === "all" ? undefined : type;
  const [{ rows, nextCursor }, awaiting] = await Promise.all([
    readPage(
      { cursor, limit, order: newestFirst },
      (start) =>
        selectHolderContracts(context.db, holder, { type: wanted, before: start.after?.id, limit: start.limit }),
      ({ id }) => [String(id), id],
    ),
    countAwaiting(context.db, holder, viewer.userId),
  ]);
  return {
    contracts: rows.map((row) => presentContract(viewer, row)),
    awaiting,
    nextCursor,
  };
}

interface Wanted {
  holder_type?: Holder["holderType"] | undefined;
  holder_id?: number | undefined;
  state?: ContractState | undefined;
  type?: string | undefined;
  assigned?: number | undefined;
  age?: number | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** What the list of all contracts is narrowed to; `badInput` for half a holder. */
export function toStaffFilter(
  context: Context,
  { holder_type, holder_id, state, type, assigned, age }: Omit<Wanted, "cursor" | "limit">,
) {
  if ((holder_type === undefined) !== (holder_id === undefined))
    throw new Refusal("badInput", {
      fields: [{ path: holder_type === undefined ? "holder_type" : "holder_id", code: "required" }],
    });
  return {
    holder: holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined,
    state,
    type,
    assigned,
    changedBefore: age ? new Date(context.now().getTime() - age * dayMs) : undefined,
  };
}

/** A page of all contracts for staff, those longest in their state first. */
export async function listAllContracts(
  context: Context,
  { cursor, limit, ...wanted }: Wanted,
): Promise<Answer<typeof contracts.listAll>> {
  const viewer = requireViewer(context);
  const filter = toStaffFilter(context, wanted);
  const [{ rows, nextCursor }, count] = await Promise.all([
    readPage(
      { cursor, limit, order: oldestFirst },
      (start) => listForStaff(context.db, { ...filter, ...start }),
      (row) => [row.state_changed_at, row.id],
    ),
    cursor === undefined ? countForStaff(context.db, { ...filter, after: undefined, limit: maxCounted }) : null,
  ]);
  return {
    contracts: rows.map((row) => presentContract(viewer, row)),
    count,
    nextCursor,
  };
}

/** The contract, if it is the holder's; `notFound` otherwise. */
export async function readContract(db: Db, id: number, holder?: Holder): Promise<ContractRecord> {
  const row = await findContract(db, id, holder);
  if (!row) throw new Refusal("notFound");
  return row;
}

async function describedFile(db: Db, id: number): Promise<StoredFile> {
  const { sha256: _, state, ...file } = await findStoredFile(db, id);
  return { ...file, state: state as StoredFile["state"] };
}

async function findPrevious(db: Db, { previous_id }: ContractRecord): Promise<ContractDetail["previous"]> {
  if (previous_id === null) return null;
  const { id, contract_data, file_id } = await readContract(db, previous_id);
  return { id, contract_data, file: await describedFile(db, file_id) };
}

/** A contract with its values, files and signatures. */
export async function getContract(context: Context, holder: Holder, id: number): Promise<Answer<typeof contracts.get>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const row = await readContract(db, id, holder);
  const [template, file, sealedFile, signatures, signers, agreement, previous] = await Promise.all([
    row.template_version === null ? undefined : findVersion(db, row.contract_type, row.template_version),
    describedFile(db, row.file_id),
    row.sealed_file_id === null ? null : describedFile(db, row.sealed_file_id),
    listSignatures(db, id),
    listSigners(db, holder),
    getAgreement(context, row.language),
    findPrevious(db, row),
  ]);
  return {
    ...presentContract(viewer, row),
    contract_data: row.contract_data,
    fields: template?.content.fields ?? [],
    template_version: row.template_version,
    file,
    sha256: row.sha256.toString("hex"),
    pages: row.pages,
    sealed_file: sealedFile,
    evidence_pages: row.evidence_pages,
    evidence_omitted: row.evidence_omitted,
    signatures: signatures.map(({ side, name, name_question, user_id, account_name, signed_at, shown_how }) => ({
      side,
      name,
      user_id,
      account_name,
      other_name: name_question !== null,
      signed_at: signed_at.toISOString(),
      shown: shown_how,
      counts:
        side === "firm" ||
        row.state !== "awaitingClient" ||
        signers.some((one) => one.id === user_id && !one.suspended),
    })),
    awaited: isCompanyAwaited(row)
      ? signers.filter((one) => one.suspended || !row.signed_by.includes(one.id)).map(({ name }) => name)
      : [],
    why: isCompanyAwaited(row) ? whyNotEnough(signersOf(row), row.signed_by) : [],
    limits: limitsOf(viewer, row),
    agreement,
    previous,
  };
}

/** Records that the holder opened the contract. */
export async function markContractOpened(context: Context, holder: Holder, id: number): Promise<{ done: true }> {
  await readContract(context.db, id, holder);
  await transact(context, async (tx) => {
    if (!(await noteOpened(tx, id))) return;
    tx.audit("contract.opened", holder, { after: { contract: id } });
    tx.emit("contract", holder);
  });
  return { done: true };
}

/** `notFound` to whoever may not know of the contract: staff and its holder do. */
export async function readKnown(context: Context, id: number): Promise<ContractRecord> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id);
  if (viewer.role === "client" && !isHolder(viewer, holderOf(row))) throw new Refusal("notFound");
  return row;
}
