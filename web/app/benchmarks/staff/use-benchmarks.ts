/** The staff's calls of benchmarks. */
import { useApi } from "../../shell/calls/api.tsx";
import type { AnswerOf } from "../../shell/calls/keys.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { usePages } from "../../shell/calls/use-pages.ts";

export type OpenedBenchmark = AnswerOf<ReturnType<typeof useApi>["benchmarks"]["open"]>;
export type Assignment = OpenedBenchmark["assignments"][number];

export const useBenchmarks = () => useCall(useApi().benchmarks.list);
export const useBenchmark = (id: number) => useCall(useApi().benchmarks.open, { params: { id } });
export const useValues = (id: number) =>
  usePages(useApi().benchmarks.listValues, { params: { id }, query: { limit: 100 } });
