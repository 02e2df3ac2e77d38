/** The data fields' calls. */
import type { dataFields } from "@portico/api/data-fields.ts";
import type { Handlers } from "../../http/handlers.ts";
import { createDataField, listDataFields, removeDataField } from "./data-fields.service.ts";

export const dataFieldsRoutes: Handlers<typeof dataFields> = {
  list: (context) => listDataFields(context),
  create: (context, { body }) => createDataField(context, body.label),
  remove: (context, { params }) => removeDataField(context, params.id),
};
