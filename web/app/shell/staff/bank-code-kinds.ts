/** What a bank's code can mean, in words: where codes are listed, and where a file asks about them. */
import { type BankCodeKind, bankCodeKinds } from "@portico/api/rules/custodians.ts";
import type { Translate } from "../../ui/text.tsx";

export const codeKindText = (t: Translate, kind: BankCodeKind): string =>
  kind === "payment" ? t("admin.bankCodes.payment") : t(`portfolios.kind.${kind}`);

export const codeKindChoices = (t: Translate) =>
  bankCodeKinds.map((value) => ({ value, label: codeKindText(t, value) }));
