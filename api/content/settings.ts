/** Settings that public pages show. */
import { setting } from "../settings/declaration.ts";
import { feeTable, treasury } from "../settings/fees.ts";

export const settings = {
  feeTable: setting(feeTable, () => ({ fees: [] })),
  treasury: setting(treasury, () => ({ asOf: null, banks: [], interest: [] })),
};
