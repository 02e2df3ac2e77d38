/** What waits for the reader, for nobody and for colleagues. */
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";

/** A ticket becomes late without anybody doing anything. */
const dueCheckMs = 60_000;

export const useDesk = () => useCall(useApi().workload.getDesk, {}, { refetchInterval: dueCheckMs });
