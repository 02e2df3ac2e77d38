/** Shapes that documents and documents for many share. */
import { z } from "zod";
import { writtenText } from "../written-text.ts";

/** The id of a type of document, which the firm keeps in the setting `documentTypes`. */
export const documentTypeId = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/);
export const documentTitle = writtenText(200);
