/** An import as it is answered and written down: for the calls, and for the tasks that the calls start. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { getUserNames } from "../holders/holders.service.ts";
import { answerOf } from "./imports.preview.ts";
import type { ImportRecord } from "./imports.queries.ts";

/** Who asks, as plain data that a worker thread can be given. */
export interface Asker {
  userId: number;
  /** Companies that they act for. */
  represents: readonly number[];
  begun: readonly number[];
  sessionId: number;
  address: string;
  requestId: string;
  /** The moment of the call. */
  now: Date;
}

export function askerOf(context: Context): Asker {
  const { userId, sessionId, represents, begun } = requireViewer(context);
  const { address, requestId } = context.caller;
  return { userId, represents, begun, sessionId, address, requestId, now: context.now() };
}

export const answered = async (db: Db, record: ImportRecord): Promise<ImportPreview> =>
  answerOf(
    record,
    await getUserNames(
      db,
      [record.createdBy, record.settledBy].filter((id) => id !== null),
    ),
  );

/** For the audit log: what is left out of whose portfolio, by name. */
export const leftOutOf = ({ preview: { excluded } }: ImportRecord): object =>
  excluded === undefined || excluded.length === 0
    ? {}
    : { excluded: excluded.map(({ account, key, name }) => ({ account, key, name })) };

export function auditImport(
  trx: Trx,
  { userId, sessionId, address, requestId }: Asker,
  record: ImportRecord,
  action: string,
  more: object = {},
): Promise<void> {
  const { kind, fileName, state, rows, newRows, knownRows, refusedRows } = record;
  return audit(trx, {
    actor: { userId, sessionId },
    action,
    subject: { type: "import", id: record.id },
    after: { kind, fileName, state, rows, newRows, knownRows, refusedRows, ...more },
    address,
    requestId,
  });
}
