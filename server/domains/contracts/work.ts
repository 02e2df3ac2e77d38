/** Contracts that wait for the firm, as work that staff claim and give to each other. */
import { sql } from "kysely";
import { givingWork } from "../work-claims/giving.ts";
import { workIn } from "../work-claims/kind.ts";
import { listForStaff } from "./contracts.queries.ts";
import { toStaffFilter } from "./contracts.ts";

export const contractWork = workIn({ table: "contract", isOpen: sql`item.state = 'awaitingAdmin'` });

export const giveContracts = givingWork<"giveContracts">("contract", contractWork, async (context, filter, limit) =>
  (await listForStaff(context.db, { ...toStaffFilter(context, filter), after: undefined, limit })).map(({ id }) => id),
);
