/** The texts of charts, and of the view of a holding, for `partWithTexts`. */
export const chartTexts = {
  bg: () => import("@portico/messages/generated/chart.bg.ts"),
  en: () => import("@portico/messages/generated/chart.en.ts"),
  pl: () => import("@portico/messages/generated/chart.pl.ts"),
};
