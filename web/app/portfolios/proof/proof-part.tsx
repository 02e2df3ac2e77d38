/** The proof of a figure with its texts: formulas and names of terms. Loaded when one is opened. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import type { ProofRequest } from "../detail.ts";

export const ProofPart = partWithTexts<{ request: ProofRequest }>(
  {
    bg: () => import("@portico/messages/generated/proof.bg.ts"),
    en: () => import("@portico/messages/generated/proof.en.ts"),
    pl: () => import("@portico/messages/generated/proof.pl.ts"),
  },
  async () => (await import("./proof-view.tsx")).ProofView,
);
