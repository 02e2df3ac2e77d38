/** The contract that a form's approval requires, as the reader sees it. */
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { findRequiredContract } from "../../required-contracts/required-contracts.service.ts";
import { getSetting } from "../../settings/settings.service.ts";
import type { FormOf } from "../forms.content.service.ts";

export const findFormContract = async (
  db: Db,
  { userId }: Pick<Viewer, "userId">,
  form: FormOf,
): Promise<RequiredContract | null> =>
  findRequiredContract(db, await getSetting(db, "requiredContracts"), { form, readerId: userId });
