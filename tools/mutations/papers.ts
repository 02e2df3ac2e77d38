/** Wrong changes in documents, uploads and contracts that the server's tests must notice. */
import type { Mutation } from "./mutation.ts";

const contracts = ["server/domains/contracts/contracts.test.ts"];
const documents = ["server/domains/documents/documents.test.ts"];
const uploads = ["server/domains/uploads/uploads.test.ts"];

export const paperMutations: readonly Mutation[] = [
  {
    name: "contracts: the code for one contract signs another",
    file: "server/domains/contracts/signing/codes.ts",
    search: "`contract:${holder.holderType}/${holder.holderId}/${contract}:${sha256}`",
    replace: "`contract:${holder.holderType}/${holder.holderId}:${sha256 && contract && 0}`",
    units: contracts,
  },
  {
    name: "contracts: a text that was not read is signed",
    file: "server/domains/contracts/signing/signatures.ts",
    search: 'if (given.sha256 !== row.sha256.toString("hex") || (data && !sameData(data, row.contract_data)))',
    replace: "if (data && !sameData(data, row.contract_data))",
    units: contracts,
  },
  {
    name: "contracts: the mailbox alone signs in the hours after a password reset",
    file: "server/domains/contracts/signing/codes.ts",
    search: 'if (code?.factor === "mail") refuseMailbox',
    replace: "if (code === undefined) refuseMailbox",
    units: contracts,
  },
  {
    name: "contracts: a code that would sign nothing is mailed",
    file: "server/domains/contracts/signing/codes.ts",
    search: "if (!(await hasAuthenticator(context.db, viewer.userId))) refuseMailbox",
    replace: "if (await hasAuthenticator(context.db, viewer.userId)) refuseMailbox",
    units: contracts,
  },
  {
    name: "contracts: of two who act at once, both do",
    file: "server/domains/contracts/contracts.queries.ts",
    search: "where id = ${id} and state = ${from}`.execute(trx);",
    replace: "where id = ${id} and ${from}::text is not null`.execute(trx);",
    units: contracts,
  },
  {
    name: "contracts: a contract is sealed twice",
    file: "server/domains/contracts/contracts.queries.ts",
    search: "where id = ${id} and state = 'approved' and sealed_file_id is null`.execute(trx);",
    replace: "where id = ${id} and state = 'approved'`.execute(trx);",
    units: contracts,
  },
  {
    name: "contracts: where two must sign, one is enough",
    file: "server/domains/holders/needed-signatures.ts",
    search: "Math.min(2, signers)",
    replace: "Math.min(1, signers)",
    units: [...contracts, "server/domains/contracts/contracts.policy.test.ts"],
  },
  {
    name: "contracts: the client can still open what the firm withdrew",
    file: "server/domains/contracts/endings.ts",
    search: "await withdrawFile(tx, file_id);",
    replace: "void file_id;",
    units: contracts,
  },
  {
    name: "contracts: what somebody signed is filled in anew",
    file: "server/domains/contracts/contracts.policy.ts",
    search: " && status.signed === 0",
    replace: "",
    units: [...contracts, "server/domains/contracts/contracts.policy.test.ts"],
  },
  {
    name: "contracts: a template is sent to whom it is not for",
    file: "server/domains/contracts/sending.ts",
    search: 'if (!isFor(template, holder)) throw new Refusal("notFound");',
    replace: "",
    units: contracts,
  },
  {
    name: "contracts: a batch reaches somebody twice",
    file: "server/domains/contracts/batches/batches.queries.ts",
    search: "and holder_type = ${holderType} and holder_id = ${holderId} and state = 'waiting'",
    replace: "and holder_type = ${holderType} and holder_id = ${holderId}",
    units: ["server/domains/contracts/batches/batches.test.ts"],
  },
  {
    name: "forms: a form is approved without the required contract",
    file: "server/domains/forms/forms.policy.ts",
    search: 'required.contract?.state === "approved"',
    replace: "required.contract !== undefined",
    units: ["server/domains/forms/review"],
  },
  {
    name: "documents: clients add what only the firm may add",
    file: "server/domains/documents/documents.policy.ts",
    search: 'type.clientsAdd ? null : "forbidden"',
    replace: "null",
    units: documents,
  },
  {
    name: "documents: an accepted document is removed",
    file: "server/domains/documents/documents.policy.ts",
    search: 'return isUsed ? "inUse" : null;',
    replace: "return null;",
    units: documents,
  },
  {
    name: "documents: another holder's document is found by its id",
    file: "server/domains/documents/documents.queries.ts",
    search: "where document.id = ${id} ${holder ? sql`and ${ofHolder(holder)}` : sql``}`.execute(db);",
    replace: "where document.id = ${id} ${holder ? sql`` : sql``}`.execute(db);",
    units: ["server/http/privacy.test.ts", ...documents],
  },
  {
    name: "documents: what is unread is not counted",
    file: "server/domains/documents/documents.queries.ts",
    search: "deleted_at is null and unread and",
    replace: "deleted_at is null and not unread and",
    units: documents,
  },
  {
    name: "documents: a batch is added that is not the one that was seen",
    file: "server/domains/documents/batches/batches.ts",
    search: 'if (hashEntries(entries) !== seen) throw new Refusal("stateConflict");',
    replace: "",
    units: ["server/domains/documents/batches/batches.test.ts"],
  },
  {
    name: "uploads: a file that arrived changed is taken",
    file: "server/domains/uploads/completion.ts",
    search: "if (!isWhole) return settle",
    replace: 'if (!isWhole && sha256 === "") return settle',
    units: uploads,
  },
  {
    name: "uploads: somebody else's upload is continued",
    file: "server/domains/uploads/uploads.queries.ts",
    search: "and holder_id = ${holderId} and created_by = ${userId}`;\n\nexport async function findUpload",
    replace: "and holder_id = ${holderId} and ${userId}::bigint > 0`;\n\nexport async function findUpload",
    units: [...uploads, "server/http/privacy.test.ts"],
  },
];
