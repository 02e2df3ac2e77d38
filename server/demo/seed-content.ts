/** Seeds the firm's public pages: fees, treasury, target funds, terms, privacy notice, with their tables. */
import { join } from "node:path";
import { addDays } from "@portico/api/rules/calendar.ts";
import { contentPages } from "@portico/api/rules/content.ts";
import type { FeeRow, Treasury } from "@portico/api/settings/fees.ts";
import { publishPage, savePage } from "../domains/content/content.ts";
import { readTexts } from "../domains/content/first-texts.ts";
import { getSetting, saveSetting } from "../domains/settings/settings.ts";
import type { SeedStep } from "./seed.ts";

const nothing = { bg: "", en: "", pl: "" };

const fees: FeeRow[] = [
  {
    id: "management",
    name: { bg: "Управление на портфейл", en: "Portfolio management", pl: "Zarządzanie portfelem" },
    kind: "percent",
    value: "0.90",
    currency: "EUR",
    minimum: "30.00",
    unit: "year",
    vatAdded: true,
    note: {
      bg: "Минималният размер е на тримесечие.",
      en: "The minimum is per quarter.",
      pl: "Kwota minimalna dotyczy kwartału.",
    },
  },
  {
    id: "custody",
    name: { bg: "Съхранение на инструменти", en: "Custody of instruments", pl: "Przechowywanie instrumentów" },
    kind: "percent",
    value: "0.10",
    currency: null,
    minimum: null,
    unit: "year",
    vatAdded: false,
    note: nothing,
  },
  {
    id: "brokerage",
    name: {
      bg: "Поръчка за ценни книжа на борса",
      en: "Order for securities on an exchange",
      pl: "Zlecenie na papiery wartościowe na giełdzie",
    },
    kind: "percent",
    value: "0.20",
    currency: "EUR",
    minimum: "5.00",
    unit: "order",
    vatAdded: false,
    note: {
      bg: "Без таксите на борсата.",
      en: "Without the fees of the exchange.",
      pl: "Bez opłat giełdy.",
    },
  },
  {
    id: "exchange",
    name: { bg: "Обмяна на валута", en: "Currency exchange", pl: "Wymiana walut" },
    kind: "percent",
    value: "0.15",
    currency: null,
    minimum: null,
    unit: "payment",
    vatAdded: false,
    note: {
      bg: "Спрямо курса на Европейската централна банка за деня.",
      en: "On top of the day's rate of the European Central Bank.",
      pl: "Względem kursu Europejskiego Banku Centralnego z danego dnia.",
    },
  },
  {
    id: "withdrawal",
    name: { bg: "Теглене в евро (SEPA)", en: "Withdrawal in euro (SEPA)", pl: "Wypłata w euro (SEPA)" },
    kind: "amount",
    value: "0.00",
    currency: "EUR",
    minimum: null,
    unit: "withdrawal",
    vatAdded: false,
    note: nothing,
  },
  {
    id: "certificate",
    name: {
      bg: "Удостоверение на хартия",
      en: "Certificate on paper",
      pl: "Zaświadczenie w formie papierowej",
    },
    kind: "amount",
    value: "20.00",
    currency: "EUR",
    minimum: null,
    unit: "once",
    vatAdded: true,
    note: nothing,
  },
];

const treasuryOn = (asOf: string): Treasury => ({
  asOf,
  banks: [
    { name: "Specimen Bank AD", country: "BG", share: "45" },
    { name: "Musterbank AG", country: "AT", share: "35" },
    { name: "Bank Przykładowy S.A.", country: "PL", share: "20" },
  ],
  interest: [
    { currency: "EUR", rate: "1.50", note: nothing },
    { currency: "USD", rate: "2.75", note: nothing },
    { currency: "PLN", rate: "3.25", note: nothing },
    { currency: "CHF", rate: "0.00", note: nothing },
  ],
});

/** Published long ago; the facts on the treasury are of this month. */
export const contentSteps: readonly SeedStep[] = [
  {
    daysAgo: 288,
    at: "10:00",
    async run(seed) {
      const admin = await seed.as("admin");
      await saveSetting(admin, "feeTable", { fees });
      for (const page of contentPages) {
        const { version, edit } = await savePage(
          admin,
          page,
          await readTexts(join(import.meta.dirname, "texts"), page),
          null,
        );
        await publishPage(admin, page, { version, since: edit });
      }
      const brand = admin.demo?.brand ?? (await getSetting(admin.db, "brand"));
      // Of no reserved domain, with which registration does not open, and of none that exists.
      await saveSetting(admin, "brand", { ...brand, supportEmail: "service@portico.demo" });
      // Beside a portal nobody shall take it for the firm's.
      await saveSetting(admin, "registration", { open: admin.demo === undefined });
    },
  },
  {
    daysAgo: 8,
    at: "09:40",
    async run(seed) {
      await saveSetting(await seed.as("admin"), "treasury", treasuryOn(addDays(seed.today(), -1)));
    },
  },
];
