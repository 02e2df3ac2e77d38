/** Declarations and consents of the client; their texts are a versioned setting (settled.ts). */
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
        // Bulgarian law requires prior agreement (ЗЕДЕУУ, чл. 13, ал. 4).
        { kind: "agreement", name: "electronicSignature", required: true },
      ],
    },
    { name: "marketing", fields: [{ kind: "agreement", name: "marketing" }] },
  ],
});
