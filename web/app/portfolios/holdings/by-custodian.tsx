/** Loads where the holdings lie, and divides them. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useMemo } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { RowsSkeleton } from "../../ui/skeletons.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { refetchMs } from "../portfolio-state.ts";
import type { AllocationRow } from "./allocation.ts";
import { divideRows } from "./custody-rows.ts";

interface ByCustodianProps {
  holder: Holder;
  rows: readonly InstrumentRow[];
  children: (rows: readonly AllocationRow[]) => ReactNode;
}

export function ByCustodian({ holder, rows, children }: ByCustodianProps) {
  const t = useText();
  const { holderType, holderId } = holder;
  const { data, error, isFetching, refetch } = useCall(
    useApi().portfolios.getCustody,
    { params: { holderType, holderId } },
    { staleTime: refetchMs },
  );
  const divided = useMemo(() => data && divideRows(rows, data), [rows, data]);
  if (!divided)
    return error ? (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    ) : (
      <Loading>
        <RowsSkeleton />
      </Loading>
    );
  return (
    <>
      {data?.reason && <p className="small">{t("allocation.custodianElsewhere")}</p>}
      {children(divided)}
    </>
  );
}
