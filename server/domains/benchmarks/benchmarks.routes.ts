/** The calls of benchmarks. */
import type { benchmarks } from "@portico/api/benchmarks.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { describeDefinition, readDefinitions } from "../portfolios/benchmarks/definitions.ts";
import { custodyWithBenchmarks, listOfferedIds } from "../portfolios/portfolios.ts";
import { assignBenchmark, endAssignment } from "./assignments.ts";
import {
  createBenchmark,
  endBenchmark,
  listBenchmarks,
  openBenchmark,
  restoreBenchmark,
  saveBenchmark,
} from "./benchmarks.ts";
import {
  confirmValues,
  discardValues,
  getValueUpload,
  listValues,
  listValueUploads,
  previewValues,
} from "./series/upload.ts";

export const benchmarksRoutes: Handlers<typeof benchmarks> = {
  listOffered: beginWith(custodyWithBenchmarks, async (context, begun) => ({
    benchmarks: (await readDefinitions(context.db, listOfferedIds(context, begun))).map(describeDefinition),
  })),
  list: (context) => listBenchmarks(context),
  open: (context, { params }) => openBenchmark(context, params.id),
  create: (context, { body }) => createBenchmark(context, body),
  save: (context, { params, body }) => saveBenchmark(context, params.id, body),
  end: (context, { params }) => endBenchmark(context, params.id),
  restore: (context, { params }) => restoreBenchmark(context, params.id),
  assign: (context, { params, body }) => assignBenchmark(context, params.id, body),
  unassign: (context, { params }) => endAssignment(context, params.id, params.assignmentId),
  listValues: (context, { params, query }) => listValues(context, params.id, query),
  previewValues: (context, { params, body }) => previewValues(context, params.id, body),
  listUploads: (context, { params, query }) => listValueUploads(context, params.id, query),
  getUpload: (context, { params }) => getValueUpload(context, params),
  confirmValues: (context, { params, body }) => confirmValues(context, params, body.acceptMarked),
  discardValues: (context, { params }) => discardValues(context, params),
};
