/** Pages of benchmarks. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "benchmarks",
    file: "benchmarks/staff/benchmarks.page.tsx",
    help: "benchmarks",
    navigation: { order: 125, icon: "target", label: "admin.nav.benchmarks" },
  },
  {
    side: "staff",
    path: "benchmarks/:id",
    file: "benchmarks/staff/benchmark.page.tsx",
    help: "benchmarks",
    examples: ["/admin/benchmarks/1"],
  },
] as const satisfies readonly Page[];
