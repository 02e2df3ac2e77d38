/** Who works on which row of a queue, and how the reader begins and ends. */
import { ApiError } from "@portico/api/errors.ts";
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import { useMemo } from "react";
import { useText } from "../../../ui/text.tsx";
import { errorText, useApi } from "../../calls/api.tsx";
import { useCall } from "../../calls/use-call.ts";
import { useRunChange } from "../../calls/use-change.ts";
import { alert } from "../../dialogs/alert.ts";
import { useSession } from "../../session/session.ts";
import { useHasLevel } from "../staff-access.ts";

export interface Worker {
  id: number;
  name: string;
}

export interface QueueClaim<Row> {
  /** Null: nobody works on it. */
  byOf: (row: Row) => Worker | null;
  /** Whether the reader may work on it. */
  may: (row: Row) => boolean;
  claim: (row: Row) => Promise<unknown>;
  release: (row: Row) => Promise<unknown>;
}

const isOpen = () => true;

/** The claims of a kind of work. `isWaiting`: whether anything is to be done about the row. */
export function useClaims<Row>(
  kind: ClaimedKind,
  idOf: (row: Row) => number,
  isWaiting: (row: Row) => boolean = isOpen,
): QueueClaim<Row> {
  const mayWork = useHasLevel("office");
  const runChange = useRunChange();
  const { data } = useCall(useApi().workClaims.list, { params: { kind } });
  const byId = useMemo(() => new Map(data?.claims.map(({ item_id, by }) => [item_id, by])), [data]);
  const paramsOf = (row: Row) => ({ params: { kind, itemId: idOf(row) } });
  return {
    byOf: (row) => byId.get(idOf(row)) ?? null,
    may: (row) => mayWork && isWaiting(row),
    claim: (row) => runChange((api) => api.workClaims.claim({ ...paramsOf(row), body: {} })),
    release: (row) => runChange((api) => api.workClaims.release(paramsOf(row))),
  };
}

/** Begins to work on the row, or ends it; a message says who has it already. */
export function useToggleClaim<Row>(claim: QueueClaim<Row> | undefined): (row: Row) => void {
  const t = useText();
  const ownId = useSession()?.profile.id;
  return (row) => {
    if (!claim) return;
    const by = claim.byOf(row);
    if (by && by.id !== ownId) return alert.warning(t("admin.queue.claimedBy", { name: by.name }));
    (by ? claim.release(row) : claim.claim(row)).catch((error: unknown) => {
      const isTaken = error instanceof ApiError && error.code === "claimed" && error.by !== undefined;
      alert.error(isTaken ? t("admin.queue.claimedBy", { name: error.by ?? "" }) : errorText(t, error));
    });
  };
}
