/** SQL that picks the rows of one holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";

/** Of the only table of a select that has these two columns. */
export const ofHolder = ({ holderType, holderId }: Holder): RawBuilder<boolean> =>
  sql`holder_type = ${holderType} and holder_id = ${holderId}`;
