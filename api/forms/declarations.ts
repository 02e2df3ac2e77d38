/** What the client declares and agrees to. Each text has a version; another wording is another version. */
import { defineStep } from "./field.ts";

const version = "2026-1";

export const step = defineStep({
  name: "declarations",
  groups: [
    {
      name: "declarations",
      fields: [
        { kind: "agreement", name: "terms", version, required: true, documents: ["terms", "tariff"] },
        { kind: "agreement", name: "privacy", version, required: true, documents: ["privacy"] },
        { kind: "agreement", name: "truth", version, required: true },
        { kind: "agreement", name: "risk", version, required: true, documents: ["risk"] },
        // Bulgarian law needs it agreed beforehand (ЗЕДЕУУ, чл. 13, ал. 4).
        { kind: "agreement", name: "electronicSignature", version, required: true },
      ],
    },
    { name: "marketing", fields: [{ kind: "agreement", name: "marketing", version }] },
  ],
});
