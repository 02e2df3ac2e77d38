/** What the audit log records of benchmarks. */
import type { AuditDeclaration } from "../audit-declaration.ts";

const file = ["upload", "fileName", "state", "rows", "newRows", "knownRows", "correctedRows", "refusedRows"] as const;

export const auditActions = {
  "benchmark.created": { subject: "benchmark", after: "any", text: "benchmarkCreated" },
  "benchmark.saved": { subject: "benchmark", before: "any", after: "any", text: "benchmarkSaved" },
  "benchmark.ended": { subject: "benchmark", before: ["name"], text: "benchmarkEnded" },
  "benchmark.restored": { subject: "benchmark", after: ["name"], text: "benchmarkRestored" },
  "benchmark.assigned": { subject: "benchmark", after: ["name", "scope", "to"], text: "benchmarkAssigned" },
  "benchmark.unassigned": { subject: "benchmark", before: ["name", "scope", "to"], text: "benchmarkUnassigned" },
  "holder.benchmarkAssigned": { subject: "holder", after: ["benchmark", "name"], text: "holderBenchmarkAssigned" },
  "holder.benchmarkUnassigned": { subject: "holder", before: ["benchmark", "name"], text: "holderBenchmarkUnassigned" },
  "benchmark.valuesPreviewed": { subject: "benchmark", after: [...file, "sha256"], text: "benchmarkValuesPreviewed" },
  "benchmark.valuesConfirmed": { subject: "benchmark", after: [...file, "marked"], text: "benchmarkValuesConfirmed" },
  "benchmark.valuesDiscarded": { subject: "benchmark", after: file, text: "benchmarkValuesDiscarded" },
} as const satisfies Record<string, AuditDeclaration>;
