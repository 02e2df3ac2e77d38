/** The firm whose mails tests read. */
import type { Firm } from "../template.ts";

export const firm: Firm = {
  name: "Portico",
  supportEmail: "help@portico.example",
  timeZone: "Europe/Sofia",
  logo: null,
  accent: "#0B4F6C",
};
