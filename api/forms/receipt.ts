/** The reference of a submission, for the receipt and the page. */
import type { FormType } from "./forms.ts";

export const receiptReference = (type: FormType, holderId: number, revision: number): string =>
  `${type === "KYC" ? "P" : "C"}-${holderId}-${revision}`;
