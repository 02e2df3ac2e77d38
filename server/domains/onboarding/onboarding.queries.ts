/** SQL of the effects of a state. */
import type { Trx } from "../../kernel/transaction.ts";

/** The company's creator if they have no representation row yet; null otherwise. */
export const getBegunBy = async (trx: Trx, companyId: number): Promise<number | null> => {
  const row = await trx
    .selectFrom("company")
    .select("creator_id")
    .where("id", "=", companyId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("representation")
            .select("representation.user_id")
            .whereRef("representation.company_id", "=", "company.id")
            .whereRef("representation.user_id", "=", "company.creator_id"),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.creator_id ?? null;
};
