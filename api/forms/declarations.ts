/** What the client declares and agrees to; the words are a setting with versions (settled.ts). */
import { defineStep } from "./field.ts";

export const step = defineStep({
  name: "declarations",
  groups: [
    {
      name: "declarations",
      fields: [
        { kind: "agreement", name: "terms", required: true, documents: ["terms", "tariff"] },
        { kind: "agreement", name: "privacy", required: true, documents: ["privacy"] },
        { kind: "agreement", name: "truth", required: true },
        { kind: "agreement", name: "risk", required: true, documents: ["risk"] },
        // Bulgarian law needs it agreed beforehand (ЗЕДЕУУ, чл. 13, ал. 4).
        { kind: "agreement", name: "electronicSignature", required: true },
      ],
    },
    { name: "marketing", fields: [{ kind: "agreement", name: "marketing" }] },
  ],
});
