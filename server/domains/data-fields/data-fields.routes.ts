/** The data fields' calls. */
import type { dataFields } from "@portico/api/data-fields.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  archiveDataField,
  countDataFieldValues,
  createDataField,
  listArchivedDataFields,
  listDataFields,
  restoreDataField,
  saveDataField,
} from "./data-fields.ts";

export const dataFieldsRoutes: Handlers<typeof dataFields> = {
  list: (context) => listDataFields(context),
  listArchived: (context) => listArchivedDataFields(context),
  create: (context, { body }) => createDataField(context, body),
  save: (context, { params, body }) => saveDataField(context, params.id, body),
  countValues: (context, { params }) => countDataFieldValues(context, params.id),
  restore: (context, { params }) => restoreDataField(context, params.id),
  remove: (context, { params }) => archiveDataField(context, params.id),
};
