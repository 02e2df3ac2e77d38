/** Seeds a year of documents of a person and a company: what the firm sent, asked for and received. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { addDocuments } from "../domains/documents/adding.ts";
import { markOpened } from "../domains/documents/documents.ts";
import { askForDocument } from "../domains/documents/requests/requests.ts";
import type { Seed, SeedStep } from "./seed.ts";
import { paper } from "./specimens.ts";

interface Sent {
  by: string;
  holder: Holder;
  type: string;
  title: string;
  request?: number;
}

/** Adds one document, a PDF of one page; its id. */
async function add(seed: Seed, { by, holder, type, title, request }: Sent): Promise<number> {
  const content = await paper(title);
  const { documents } = await addDocuments(
    await seed.as(by),
    { ...holder, type },
    {
      documents: [{ title, fileName: `${title}.pdf`, base64data: content }],
      ...(request && { request }),
    },
  );
  const [added] = documents;
  if (!added) throw new Error(`The demo's document was not added: ${title}`);
  return added.id;
}

/** The quarter that ended before the day: "Q3 2026". */
function lastQuarter(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const quarter = Math.ceil(month / 3) - 1;
  return quarter === 0 ? `Q4 ${year - 1}` : `Q${quarter} ${year}`;
}

interface Letter {
  daysAgo: number;
  type: string;
  titleOn: (day: string) => string;
}
const letters: readonly Letter[] = [
  ...[205, 140, 75, 12].map((daysAgo) => ({
    daysAgo,
    type: "statement",
    titleOn: (day: string) => `Statement of account, ${lastQuarter(day)}`,
  })),
  { daysAgo: 188, type: "taxReport", titleOn: (day) => `Tax report ${Number(day.slice(0, 4)) - 1}` },
  { daysAgo: 160, type: "costReport", titleOn: (day) => `Costs and charges ${Number(day.slice(0, 4)) - 1}` },
  { daysAgo: 9, type: "correspondence", titleOn: () => "Letter about the changed tariff" },
];
/** What the firm's program wrote as a table. */
const fees = "Month;Fee, EUR\r\n2025-10;12,40\r\n2025-11;12,10\r\n2025-12;12,65\r\n";

/** The latest are left unread. */
const readFrom = 20;

/** What the firm sent to a holder who has been a client `since` so many days; `reader` opened the older ones. */
const lettersTo = (reader: string, since: number, holderOf: (seed: Seed) => Holder): SeedStep[] =>
  letters
    .filter(({ daysAgo }) => daysAgo < since)
    .map(({ daysAgo, type, titleOn }) => ({
      daysAgo,
      at: "15:30",
      async run(seed) {
        const holder = holderOf(seed);
        const id = await add(seed, { by: "office", holder, type, title: titleOn(seed.today()) });
        if (daysAgo >= readFrom) await markOpened(await seed.as(reader), holder, id);
      },
    }));

const requests: readonly SeedStep[] = [
  {
    daysAgo: 8,
    at: "10:40",
    run: async (seed) =>
      askForDocument(await seed.as("office"), seed.user("ivan"), {
        type: "sourceOfFunds",
        text: "Моля, добавете документ за произхода на последната Ви вноска, например договор за продажба.",
        due: addDays(seed.today(), 45),
      }),
  },
  {
    daysAgo: 7,
    at: "09:10",
    async run(seed) {
      const holder = seed.user("ivan");
      const { id } = await askForDocument(await seed.as("office"), holder, {
        type: "address",
        text: "Моля, добавете битова сметка или банково извлечение с адреса Ви от последните три месеца.",
        due: addDays(seed.today(), 30),
      });
      await add(seed, { by: "ivan", holder, type: "address", title: "Сметка за ток", request: id });
    },
  },
  {
    daysAgo: 6,
    at: "11:20",
    run: async (seed) =>
      askForDocument(await seed.as("office"), seed.company("maritsa"), {
        type: "other",
        text: "Моля, добавете годишния финансов отчет на дружеството за последната година.",
        due: addDays(seed.today(), 60),
      }),
  },
];

const table: SeedStep = {
  daysAgo: 158,
  at: "15:40",
  async run(seed) {
    const title = `Fees by month, last quarter of ${Number(seed.today().slice(0, 4)) - 1}`;
    const file = { title, fileName: "fees.csv", base64data: Buffer.from(fees) };
    await addDocuments(await seed.as("office"), { ...seed.user("ivan"), type: "costReport" }, { documents: [file] });
  },
};

export const documentSteps: readonly SeedStep[] = [
  table,
  ...lettersTo("ivan", 230, (seed) => seed.user("ivan")),
  ...lettersTo("nikolay", 178, (seed) => seed.company("maritsa")),
  ...requests,
];
