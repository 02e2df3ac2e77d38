/** What required contracts declare for the server (server/declaration.ts). */
import type { Settings } from "../../declaration.ts";
import { findRequiredFaults } from "./required-contracts.ts";

export const settings: Settings = { requiredContracts: { check: findRequiredFaults } };
