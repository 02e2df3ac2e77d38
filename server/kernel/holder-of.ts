/** The holder of a row, and the columns that name it. */
import type { Holder } from "@portico/api/shapes.ts";

interface OwnedRow {
  holder_type: string;
  holder_id: number;
}

/** The holder that a row belongs to. Its table allows no other types. */
export const holderOf = ({ holder_type, holder_id }: OwnedRow): Holder => ({
  holderType: holder_type as Holder["holderType"],
  holderId: holder_id,
});

/** The columns of a row that belongs to the holder. */
export const ownedBy = ({ holderType, holderId }: Holder) => ({ holder_type: holderType, holder_id: holderId });
