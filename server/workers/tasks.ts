/** The tasks that run on worker threads. */
import { defineTask, type Tasks } from "./task.ts";

/** For replays of a whole ledger, for the portfolio or a proof. */
const replayCpuSeconds = 30;

export const tasks = {
  performance: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/performance/performance.task.ts"),
  }),
  consolidatedResults: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/consolidated-results.task.ts"),
  }),
  fallCheck: defineTask({
    lane: "files",
    cpuSeconds: 30,
    overLimit: "unavailable",
    load: () => import("../domains/mandates/falls/fall-check.task.ts"),
  }),
  risk: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/risk/risk.task.ts"),
  }),
  monthlyReturns: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/risk/monthly-returns.task.ts"),
  }),
  attribution: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/attribution/attribution.task.ts"),
  }),
  income: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/income/income.task.ts"),
  }),
  marks: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/holding/marks.task.ts"),
  }),
  holdingReturn: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/holding/holding-return.task.ts"),
  }),
  expectedIncome: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/income/expected-income.task.ts"),
  }),
  portfolio: defineTask({
    lane: "figures",
    cpuSeconds: replayCpuSeconds,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/valuation/portfolio.task.ts"),
  }),
  sales: defineTask({
    lane: "figures",
    cpuSeconds: replayCpuSeconds,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/sales/sales.task.ts"),
  }),
  portfolioAsOf: defineTask({
    lane: "figures",
    cpuSeconds: replayCpuSeconds,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/as-of/as-of.task.ts"),
  }),
  dailyValues: defineTask({
    lane: "files",
    cpuSeconds: 120,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/performance/daily-values.task.ts"),
  }),
  previewImport: defineTask({
    lane: "files",
    cpuSeconds: 180,
    overLimit: "tooLarge",
    load: () => import("../domains/imports/preview/preview.task.ts"),
  }),
  previewClients: defineTask({
    lane: "files",
    cpuSeconds: 60,
    overLimit: "tooLarge",
    load: () => import("../domains/client-imports/preview.task.ts"),
  }),
  previewArchive: defineTask({
    lane: "files",
    cpuSeconds: 300,
    overLimit: "tooLarge",
    load: () => import("../domains/imports/preview/archive.task.ts"),
  }),
  tryMapping: defineTask({
    lane: "files",
    cpuSeconds: 120,
    overLimit: "tooLarge",
    load: () => import("../domains/import-mappings/try.task.ts"),
  }),
  confirmImport: defineTask({
    lane: "files",
    cpuSeconds: 300,
    overLimit: "tooLarge",
    load: () => import("../domains/imports/booking/confirm.task.ts"),
  }),
  answerImport: defineTask({
    lane: "files",
    cpuSeconds: 180,
    overLimit: "tooLarge",
    load: () => import("../domains/imports/questions/answer.task.ts"),
  }),
  previewNavs: defineTask({
    lane: "files",
    cpuSeconds: 60,
    overLimit: "tooLarge",
    load: () => import("../domains/funds/navs/preview.task.ts"),
  }),
  previewBenchmark: defineTask({
    lane: "files",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/benchmarks/series/preview.task.ts"),
  }),
  previewCentralBank: defineTask({
    lane: "files",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/central-banks/preview.task.ts"),
  }),
  previewAnnouncements: defineTask({
    lane: "files",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/announcements/preview.task.ts"),
  }),
  previewScreeningList: defineTask({
    lane: "screening",
    cpuSeconds: 120,
    overLimit: "tooLarge",
    load: () => import("../domains/screening/lists/preview.task.ts"),
  }),
  matchScreening: defineTask({
    lane: "screening",
    cpuSeconds: 120,
    overLimit: "unavailable",
    load: () => import("../domains/screening/matching/match.task.ts"),
  }),
  parseMail: defineTask({
    lane: "files",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/tickets/by-mail/parse-mail.task.ts"),
  }),
  results: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/results/results.task.ts"),
  }),
  proof: defineTask({
    lane: "figures",
    cpuSeconds: replayCpuSeconds,
    overLimit: "unavailable",
    load: () => import("../domains/portfolios/proof/proof.task.ts"),
  }),
  checkTemplate: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/contracts/templates/check-template.task.ts"),
  }),
  checkContent: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../domains/content/check.task.ts"),
  }),
  drawPicture: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "unavailable",
    load: () => import("../domains/content/pictures/picture.task.ts"),
  }),
  checkPdfs: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("./check-pdfs.task.ts"),
  }),
  writePdf: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("./write-pdf.task.ts"),
  }),
  writeStamps: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("./write-stamps.task.ts"),
  }),
  // The lane of documents: reports of many holders never hold up the figures of a page.
  reportData: defineTask({
    lane: "documents",
    cpuSeconds: replayCpuSeconds,
    overLimit: "unavailable",
    load: () => import("../domains/reports/make-data.task.ts"),
  }),
  reportPdf: defineTask({
    lane: "documents",
    cpuSeconds: 60,
    overLimit: "tooLarge",
    load: () => import("../domains/reports/files/pdf.task.ts"),
  }),
  readOwnCosts: defineTask({
    lane: "figures",
    cpuSeconds: 20,
    overLimit: "unavailable",
    load: () => import("../domains/reports/own-costs/read-costs.task.ts"),
  }),
  reportSheets: defineTask({
    lane: "documents",
    cpuSeconds: 60,
    overLimit: "tooLarge",
    load: () => import("../domains/reports/files/sheets.task.ts"),
  }),
  reportProof: defineTask({
    lane: "documents",
    cpuSeconds: 60,
    overLimit: "tooLarge",
    load: () => import("../domains/report-runs/proof/proof.task.ts"),
  }),
  writeExport: defineTask({
    lane: "exports",
    cpuSeconds: 3600,
    longestMs: 7_000_000,
    overLimit: "tooLarge",
    load: () => import("../domains/data-exports/write.task.ts"),
  }),
  signPdf: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../seal/sign.task.ts"),
  }),
  verifyPdf: defineTask({
    lane: "documents",
    cpuSeconds: 30,
    overLimit: "tooLarge",
    load: () => import("../seal/verify.task.ts"),
  }),
} satisfies Tasks;
export const tasksUrl = new URL("tasks.ts", import.meta.url).href;
