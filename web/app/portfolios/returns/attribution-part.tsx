/** The attribution, with the texts that describe benchmarks. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import type { AttributionProps } from "./attribution-section.tsx";

export const AttributionPart = partWithTexts<AttributionProps>(
  {
    bg: () => import("@portico/messages/generated/benchmarks.bg.ts"),
    en: () => import("@portico/messages/generated/benchmarks.en.ts"),
    pl: () => import("@portico/messages/generated/benchmarks.pl.ts"),
  },
  async () => (await import("./attribution-section.tsx")).AttributionSection,
);
