/** The calls of portfolios. */
import { asOfCalls } from "./portfolio-as-of.ts";
import { portfolioConsolidated } from "./portfolio-consolidated.ts";
import { portfolioInstruments } from "./portfolio-instruments.ts";
import { portfolios as portfolioCalls } from "./portfolios.ts";

export const portfolios = { ...portfolioCalls, ...asOfCalls, ...portfolioConsolidated, ...portfolioInstruments };
