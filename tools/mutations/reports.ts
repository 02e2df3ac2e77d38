/** Wrong changes in the arithmetic of reports. */
import type { Mutation } from "./mutation.ts";

const polish = ["reports/tax/poland.test.ts"];
const bulgarian = ["reports/tax/bulgaria.test.ts"];
const falls = ["reports/fall-notices.test.ts"];
const costs = ["reports/costs.test.ts"];
const calendars = ["reports/calendars/calendars.test.ts", "reports/calendars/settlement.test.ts"];

export const reportMutations: readonly Mutation[] = [
  {
    name: "PIT-38: the rate is that of the day itself",
    file: "reports/tax/poland-lines.ts",
    search: "businessDayBefore(nbpDays, day)",
    replace: "day",
    units: polish,
  },
  {
    name: "PIT-38: a rate of another day is taken",
    file: "reports/tax/quotes.ts",
    search: "found.day === day ||",
    replace: "found.day <= day ||",
    units: polish,
  },
  {
    name: "PIT-38: what was never bought here costs nothing",
    file: "reports/tax/poland-lines.ts",
    search: "const cost = lacking.gt(0) ? null :",
    replace: "const cost =",
    units: polish,
  },
  {
    name: "PIT-38: foreign tax is credited beyond the treaty's rate",
    file: "reports/tax/poland-lines.ts",
    search: "Decimal.max(tax, most) : Decimal.min(tax, most)",
    replace: "tax : tax",
    units: polish,
  },
  {
    name: "PIT/ZG: Poland has one",
    file: "reports/tax/poland.ts",
    search: 'if (country === null || country === "PL") return [];',
    replace: "if (country === null) return [];",
    units: polish,
  },
  {
    name: "FIFO: units delivered with an earlier day go last",
    file: "reports/tax/fifo.ts",
    search: "this.#lots[place - 1] as OpenLot).lot.traded > lot.traded",
    replace: "this.#lots[place - 1] as OpenLot).lot.traded < lot.traded",
    units: polish,
  },
  {
    name: "Bulgaria: New York is exempt for persons",
    file: "reports/tax/bulgaria-sales.ts",
    search: '(taxpayer === "company" && market === "equivalent")',
    replace: 'market === "equivalent"',
    units: bulgarian,
  },
  {
    name: "Bulgaria: levs of earlier years are taken for euro",
    file: "reports/tax/bulgaria-conversion.ts",
    search: "const old = day < euroFrom && this.currency === euro;",
    replace: "const old = false;",
    units: bulgarian,
  },
  {
    name: "Bulgaria: the whole foreign tax is recognised",
    file: "reports/tax/bulgaria-annex8.ts",
    search: "Decimal.min(permitted, tax);",
    replace: "tax;",
    units: bulgarian,
  },
  {
    name: "falls: a threshold is told again",
    file: "reports/fall-notices.ts",
    search: "if (threshold <= this.#told) return;",
    replace: "if (threshold === 0) return;",
    units: falls,
  },
  {
    name: "falls: added cash hides them",
    file: "reports/fall-notices.ts",
    search: "new Decimal(flows.value).minus(added)",
    replace: "new Decimal(flows.value)",
    units: falls,
  },
  {
    name: "costs: taxes are in the total",
    file: "reports/costs.ts",
    search: "total: figureOf(plus(service, instruments), average, digits),",
    replace: 'total: figureOf(plus(plus(service, instruments), sumOf(of("taxes"))), average, digits),',
    units: costs,
  },
  {
    name: "settlement: the shorter cycle counts from the settlement's day on",
    file: "reports/calendars/settlement.ts",
    search: "from <= tradeDay)",
    replace: "from <= addBusinessDays(settlement.calendar, tradeDay, 2))",
    units: calendars,
  },
  {
    name: "settlement: Columbus Day is a settlement day",
    file: "reports/calendars/calendars.ts",
    search: "    nthWeekday(year, 10, 1, 2),\n",
    replace: "",
    units: calendars,
  },
];
