/** The company's documents. */
import { readOwnership } from "../check-ownership.ts";
import { defineStep, isEmpty, type StepScope } from "../field.ts";
import { personsOfDocuments } from "../named-persons.ts";

/** A company stands between the owners and this one. */
const hasCompanyAbove = ({ form }: StepScope): boolean =>
  readOwnership(form["ownership"]?.["owners"])?.nodes.some(({ kind }) => kind === "company") === true;

export const step = defineStep({
  name: "documents",
  groups: [
    {
      name: "documents",
      fields: [
        { kind: "files", name: "registerExtract", required: true, max: 3, hint: true },
        { kind: "files", name: "articles", required: true, max: 3 },
        { kind: "files", name: "ownersDeclaration", required: true, max: 3, hint: true },
        {
          kind: "personFiles",
          name: "identityPapers",
          required: true,
          max: 4,
          hint: true,
          persons: personsOfDocuments,
        },
        {
          // Given before they were asked for by person: kept and shown until they are removed.
          kind: "files",
          name: "identityDocuments",
          max: 20,
          hint: true,
          when: ({ siblings }: StepScope) => !isEmpty(siblings["identityDocuments"]),
        },
        { kind: "files", name: "accounts", max: 5, hint: true },
        { kind: "files", name: "structureChart", required: hasCompanyAbove, max: 3, hint: true },
        { kind: "files", name: "bankLetter", max: 3 },
      ],
    },
  ],
});
