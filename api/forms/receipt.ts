/** By what a client and the firm name a submission, in the receipt and on the page. */
import type { FormType } from "./forms.ts";

export const receiptReference = (type: FormType, holderId: number, revision: number): string =>
  `${type === "KYC" ? "P" : "C"}-${holderId}-${revision}`;
