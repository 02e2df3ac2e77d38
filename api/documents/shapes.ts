/** Shapes that documents and documents for many share. */
import { listedId } from "../shapes.ts";
import { writtenText } from "../written-text.ts";

/** The id of a type of document, which the firm keeps in the setting `documentTypes`. */
export const documentTypeId = listedId;
export const documentTitle = writtenText(200);
