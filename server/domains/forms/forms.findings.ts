/** What follows from the answers: what does not fit together, and what is computed of them for the reviewer. */
import type { FormData } from "@portico/api/forms/endpoints.ts";
import type { Context } from "../../context.ts";
import type { Computed, FormOf, Inconsistency } from "./forms.content.ts";

export interface Findings {
  inconsistencies: Inconsistency[];
  computed: Computed;
}

export async function findingsOf(
  _context: Context,
  _form: FormOf,
  _given: { form_data: FormData; today: string },
): Promise<Findings> {
  return {
    inconsistencies: [],
    computed: { nationalIdentifier: null, riskProfile: null, testScore: null, beneficialOwners: [] },
  };
}
