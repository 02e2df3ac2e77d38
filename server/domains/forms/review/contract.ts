/** The contract that a form's approval requires, as the reader sees it. */
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { findRequiredContract } from "../../required-contracts/required-contracts.ts";
import { getSetting } from "../../settings/settings.ts";
import type { FormOf } from "../content.ts";

export const findFormContract = async (
  db: Db,
  { userId }: Pick<Viewer, "userId">,
  form: FormOf,
): Promise<RequiredContract | null> =>
  findRequiredContract(db, await getSetting(db, "requiredContracts"), { form, readerId: userId });
