/** Shapes shared by several domains: ids, days, money, holders, pages. */

import { z } from "zod";
import { isCurrency } from "./currencies.ts";
import { holderStates, listedStates } from "./holder-states.ts";
import { hasUsualYear } from "./rules/calendar.ts";
import { messageMaxLength } from "./rules/limits.ts";
import { fileNameForm } from "./rules/visible-text.ts";
import { writtenText } from "./written-text.ts";

/** A positive integer id; from a path it arrives as text. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** An id in a body must be a number: coerced, `true` would be the first user. */
export const bodyId = z.int().positive();

/** A number that counts from 1, such as a version: no larger than the database's integers, with room for the next ones. */
export const highestOrdinal = 2_000_000_000;
export const ordinal = z.coerce.number().int().positive().max(highestOrdinal);
/** The same in a body, where it must be a number. */
export const bodyOrdinal = z.int().positive().max(highestOrdinal);

/** A person or thing by name. */
export const idAndName = z.object({ id, name: z.string() });
/** The id of what the firm lists in its settings or templates, such as a type of documents. */
export const listedId = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/);
/** A fingerprint of bytes or texts, in hexadecimal. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
/** The name of an uploaded file, without a path. */
export const fileName = z.string().min(1).max(200).regex(fileNameForm);

/** A calendar day that exists, "YYYY-MM-DD". */
export const day = z.iso.date().refine(hasUsualYear, { params: { field: "badDate" } });
/** A day on which something was recorded, for periods: it begins at an instant that the database can store in any time zone. */
export const recordedDay = day.refine((text) => text >= "1900-01-01" && text <= "2200-12-31");

/** An instant, ISO 8601 UTC. */
export const instant = z.iso.datetime().refine(hasUsualYear, { params: { field: "badDate" } });

/** An exact decimal in plain notation. */
export const decimal = z.string().regex(/^-?\d{1,20}(\.\d{1,12})?$/);
/** A price or rate: a crossed rate has up to twenty decimals, so that large amounts are right to the cent. */
export const exactQuote = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/);

/** ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** A code in the currency table: for input, because an unknown currency would have no rate. */
export const knownCurrency = currencyCode.refine((code): boolean => isCurrency(code), {
  params: { field: "notAllowed" },
});

export const languages = ["bg", "en", "pl"] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
/** A published text. */
export const inEachLanguage = z.object({ bg: z.string(), en: z.string(), pl: z.string() });

export const holderState = z.enum(holderStates);
/** A state as shown in staff lists. */
export const listedState = z.enum(listedStates);

const holderTypes = ["user", "company"] as const;
export const holderType = z.enum(holderTypes);
/** The owner named in the path. */
export const holderParams = z.object({ holderType, holderId: id });
export type Holder = z.infer<typeof holderParams>;

/** A holder by name, in answers about several. */
export const namedHolder = z.object({ holder_type: holderType, holder_id: id, name: z.string() });
/** The member of staff whom something is assigned to; null for nobody. */
export const assignedTo = z.strictObject({ admin_id: bodyId.nullable() });

/** States of what is written in versions; at most one version is published. */
export const contentState = z.enum(["draft", "published", "superseded", "archived"]);
export const oneVersion = z.strictObject({ version: bodyOrdinal });

/** Narrows a staff list to one holder: both, or neither. */
export const ofHolder = { holder_type: holderType.optional(), holder_id: id.optional() };

/** Narrows a staff list to what a colleague is in charge of; 0: nobody is. */
export const ofColleague = { assigned: z.coerce.number().int().min(0).optional() };

/** Keyset paging: `cursor` is opaque, from the previous page. */
export const pageQuery = {
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** The answer of a list call: its rows and other fields. `nextCursor` requests the next page; null on the last one. */
export const page = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, nextCursor: z.string().nullable() });

/** The answer of a call without a result. */
export const done = z.object({ done: z.literal(true) });

/** Reason for a change. With four eyes on, the change becomes a proposal, which requires one. */
export const reasonToPropose = writtenText(messageMaxLength).optional();
