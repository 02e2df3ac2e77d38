/** The company's documents. */
import { defineStep } from "../field.ts";

export const step = defineStep({
  name: "documents",
  groups: [
    {
      name: "documents",
      fields: [
        { kind: "files", name: "registerExtract", required: true, max: 3, hint: true },
        { kind: "files", name: "articles", required: true, max: 3 },
        { kind: "files", name: "ownersDeclaration", required: true, max: 3, hint: true },
        { kind: "files", name: "identityDocuments", required: true, max: 20, hint: true },
        { kind: "files", name: "accounts", max: 5, hint: true },
        { kind: "files", name: "structureChart", max: 3, hint: true },
        { kind: "files", name: "bankLetter", max: 3 },
      ],
    },
  ],
});
