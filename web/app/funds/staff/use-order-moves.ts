/** Moving definitions: shown at once, sent one after the other, and undone if a colleague was first. */
import { ApiError } from "@portico/api/errors.ts";
import { useRef, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useText } from "../../ui/text.tsx";

export interface Order {
  ids: readonly number[];
  orderVersion: number;
}

/** The list with the element `id` at the place `to`. */
export const moved = (ids: readonly number[], id: number, to: number): number[] => {
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};

/** The order as it is shown, and how it is changed. */
export function useOrderMoves(order: Order): { ids: readonly number[]; move: (id: number, to: number) => void } {
  const t = useText();
  const runChange = useRunChange();
  const [asked, setAsked] = useState<readonly number[]>();
  /** The newest order that was asked for while a call runs. */
  const wanted = useRef<readonly number[]>(undefined);

  async function send() {
    let since = order.orderVersion;
    try {
      for (let sent: readonly number[] | undefined; wanted.current && sent !== wanted.current; ) {
        const ids = wanted.current;
        sent = ids;
        const body = { ids: [...ids], orderVersion: since };
        since = (await runChange((api) => api.funds.orderDefinitions({ body }))).orderVersion;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      alert.error(error.code === "stateConflict" ? t("admin.funds.orderConflict") : errorText(t, error));
    } finally {
      wanted.current = undefined;
      setAsked(undefined);
    }
  }
  return {
    ids: asked ?? order.ids,
    move: (id, to) => {
      const ids = moved(wanted.current ?? order.ids, id, to);
      const isRunning = wanted.current !== undefined;
      wanted.current = ids;
      setAsked(ids);
      if (!isRunning) void send();
    },
  };
}
