/** Who acts on an import, and its audit entries: shared by the calls and the tasks they start. */
import type { AuditAction } from "@portico/api/audit-actions.ts";
import type { Role } from "@portico/api/permissions.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { MachineKey } from "../../kernel/viewer.ts";
import type { Tx, WriteContext } from "../../unit-of-work/transact.ts";
import type { Tools } from "../../workers/task.ts";
import type { ImportRecord } from "./imports.queries.ts";

/** The caller, as plain data for a worker thread. */
export interface Asker {
  userId: number;
  role: Role;
  /** Companies that they act for. */
  represents: readonly number[];
  begun: readonly number[];
  sessionId: number;
  /** Of a machine. */
  key?: MachineKey;
  address: string;
  requestId: string;
  /** The time of the call. */
  now: Date;
  /** The portal itself acts, by this rule, and the user is nobody. */
  rule?: string;
}

/** The portal as who reads or confirms a file: with the rights of the office, and named in the audit log by its rule. */
export const systemAsker = (rule: string, now: Date): Asker => ({
  userId: 0,
  role: "office",
  represents: [],
  begun: [],
  sessionId: 0,
  address: "",
  requestId: "",
  now,
  rule,
});

/** Null for the portal itself. */
export const personOf = ({ rule, userId }: Asker): number | null => (rule === undefined ? userId : null);

export function toAsker(context: Context): Asker {
  const { userId, role, sessionId, represents, begun, key } = requireViewer(context);
  const { address, requestId } = context.caller;
  return { userId, role, represents, begun, sessionId, address, requestId, now: context.now(), ...(key && { key }) };
}

/** For the audit log: excluded instruments by name and portfolio, and what was decided about rows, with the reasons. */
export const toAuditedChoices = ({
  account: typed,
  mapping,
  preview: { excluded, decided, transfers },
}: ImportRecord): object => ({
  ...(typed !== null && { account: typed }),
  ...(mapping && { mapping: `${mapping.name} (${mapping.version})` }),
  ...(excluded.length > 0 && { excluded: excluded.map(({ account, key, name }) => ({ account, key, name })) }),
  ...(decided.length > 0 && {
    decided: decided.map(({ line, account, name, kind, reason }) => ({ line, account, name, kind, reason })),
  }),
  ...(transfers.some(({ cost }) => cost !== null) && {
    transferCosts: transfers.flatMap(({ account, entry, cost, acquired, lots }) =>
      cost === null ? [] : [{ account, entry, cost, acquired, ...(lots.length > 0 && { lots }) }],
    ),
  }),
});

/** Write context of a task: acts as the caller, and returns its events with its answer. */
export const toWriteContext = ({ db, events }: Tools, asker: Asker): WriteContext => ({
  db,
  events,
  viewer: asker.rule === undefined ? asker : null,
  ...(asker.rule !== undefined && { system: asker.rule }),
  caller: asker,
});

/** Audits an action on an import and updates colleagues' open lists. */
export function recordImport(
  tx: Tx,
  record: ImportRecord,
  action: Extract<AuditAction, `import.${string}`>,
  more: object = {},
): void {
  const { kind, fileName, state, rows, newRows, knownRows, refusedRows } = record;
  tx.audit(action, record.id, {
    after: { kind, fileName, state, rows, newRows, knownRows, refusedRows, ...more },
  });
  tx.emit("imports:changed", {});
}
