/** The portfolios' calls. */
import type { portfolios } from "@portico/api/portfolio-calls.ts";
import { beginWith, type Handlers } from "../../http/handlers.ts";
import { getConsolidated } from "./consolidated.ts";
import { getConsolidatedResults } from "./consolidated-results.ts";
import { custodyRow, custodyWithBenchmarks, custodyWithRequests, custodyWithRiskFree } from "./custody.queries.ts";
import { listInstruments, saveInstrumentFacts } from "./instruments/facts.ts";
import {
  readAsOf,
  readAttribution,
  readCustody,
  readExpectedIncome,
  readHolding,
  readHoldingReturn,
  readIncome,
  readMarks,
  readMonthlyReturns,
  readOrders,
  readPerformance,
  readPortfolio,
  readProof,
  readResults,
  readRisk,
  readSales,
  readTransactions,
  readVersion,
} from "./portfolios.ts";

export const portfoliosRoutes: Handlers<typeof portfolios> = {
  getPortfolio: beginWith(custodyRow, readPortfolio),
  getVersion: beginWith(custodyRow, readVersion),
  listOrders: beginWith(custodyWithRequests, readOrders),
  listTransactions: beginWith(custodyRow, readTransactions),
  getPerformance: beginWith(custodyWithBenchmarks, readPerformance),
  getConsolidated: (context, { params, query }) => getConsolidated(context, params.userId, query),
  getConsolidatedResults,
  getSales: beginWith(custodyRow, readSales),
  getResults: beginWith(custodyRow, readResults),
  getProof: beginWith(custodyRow, readProof),
  getAsOf: beginWith(custodyRow, readAsOf),
  getRisk: beginWith(custodyWithRiskFree, readRisk),
  getMonthlyReturns: beginWith(custodyWithBenchmarks, readMonthlyReturns),
  getAttribution: beginWith(custodyWithBenchmarks, readAttribution),
  getIncome: beginWith(custodyRow, readIncome),
  getCustody: beginWith(custodyRow, readCustody),
  getMarks: beginWith(custodyRow, readMarks),
  getHolding: beginWith(custodyRow, readHolding),
  getHoldingReturn: beginWith(custodyRow, readHoldingReturn),
  getExpectedIncome: beginWith(custodyRow, readExpectedIncome),
  listInstruments: (context, { query }) => listInstruments(context, query),
  saveInstrumentFacts: (context, { params, body }) => saveInstrumentFacts(context, params.id, body),
};
