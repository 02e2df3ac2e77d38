/** Seeds tickets in every state, in their holder's language: answered, waiting, resolved, closed, with notes of staff. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { addComment } from "../domains/tickets/comments.ts";
import { openTicket } from "../domains/tickets/creation.ts";
import { mergeTicket } from "../domains/tickets/merging/merging.ts";
import { arrange } from "../domains/tickets/queues/triage.ts";
import { assignTicket, closeTicket, resolveTicket } from "../domains/tickets/transitions.ts";
import type { Seed, SeedStep } from "./seed.ts";

interface Asked {
  by: string;
  holder: (seed: Seed) => Holder;
  title: string;
  content: string;
  topic?: string;
}

async function open(seed: Seed, { by, holder, title, content, topic }: Asked): Promise<number> {
  const body = { title, content, files: [], key: randomUUID(), ...(topic && { topic }) };
  return (await openTicket(await seed.as(by), holder(seed), body)).id;
}

export async function write(seed: Seed, by: string, holder: Holder, id: number, content: string, internal = false) {
  await addComment(await seed.as(by), { ...holder, id }, { content, internal, files: [], key: randomUUID() });
}

/** The last tickets of a person, the newest first. */
async function listNewest(seed: Seed, who: string, limit: number): Promise<number[]> {
  const { db } = await seed.as(who);
  const { holderType, holderId } = seed.user(who);
  const { rows } = await sql<{ id: number }>`
    select id from ticket where holder_type = ${holderType} and holder_id = ${holderId}
    order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last ticket of a person. */
export async function getNewestTicket(seed: Seed, who: string): Promise<number> {
  const [ticket] = await listNewest(seed, who, 1);
  if (ticket === undefined) throw new Error(`${who} has no ticket`);
  return ticket;
}

const anna = (seed: Seed): Holder => seed.user("anna");
const ivan = (seed: Seed): Holder => seed.user("ivan");
const maritsa = (seed: Seed): Holder => seed.company("maritsa");

export const ticketSteps: readonly SeedStep[] = [
  {
    daysAgo: 40,
    at: "08:00",
    async run(seed) {
      const id = await open(seed, {
        by: "anna",
        holder: anna,
        title: "Zmiana adresu",
        content: "Dzień dobry, przeprowadziłam się. Co powinnam przesłać, żeby zmienić adres?",
      });
      await assignTicket(await seed.as("office"), id, seed.userId("office"));
      await write(
        seed,
        "office",
        anna(seed),
        id,
        "Dzień dobry, wystarczy rachunek za media z ostatnich trzech miesięcy.",
      );
      await write(seed, "anna", anna(seed), id, "Dziękuję, dodałam go w dokumentach.");
      await resolveTicket(await seed.as("anna"), { ...anna(seed), id });
      await closeTicket(await seed.as("office"), id, undefined);
    },
  },
  {
    daysAgo: 13,
    at: "10:15",
    async run(seed) {
      const id = await open(seed, {
        by: "ivan",
        holder: ivan,
        title: "Липсва дивидентът за май",
        content: "В извлечението ми за май **няма дивидент**, а е изплатен на 28-и. Бихте ли проверили?",
      });
      await assignTicket(await seed.as("admin"), id, seed.userId("office"));
      await arrange(await seed.as("office"), id, { add_tags: ["dividends", "custodian"], remove_tags: [] });
      await write(seed, "office", ivan(seed), id, "The custodian booked it on 2 June; asked them why.", true);
    },
  },
  // Later than promised, as the report shows.
  {
    daysAgo: 10,
    at: "11:30",
    run: async (seed) =>
      write(
        seed,
        "office",
        ivan(seed),
        await getNewestTicket(seed, "ivan"),
        "Дивидентът е осчетоводен на 2 юни и е в извлечението за юни.",
      ),
  },
  // Not so long ago that it would have been closed since.
  {
    daysAgo: 9,
    at: "09:40",
    run: async (seed) =>
      resolveTicket(await seed.as("office"), { ...ivan(seed), id: await getNewestTicket(seed, "ivan") }),
  },
  {
    daysAgo: 6,
    at: "13:20",
    async run(seed) {
      const id = await open(seed, {
        by: "nikolay",
        holder: maritsa,
        title: "Втори подписващ",
        content: "Искаме договорите на дружеството да се подписват от двама души. Как става?",
      });
      await assignTicket(await seed.as("office"), id, seed.userId("office"));
      await write(seed, "office", maritsa(seed), id, "Изпратете ни актуално удостоверение от Търговския регистър.");
    },
  },
  {
    daysAgo: 4,
    at: "09:05",
    run: (seed) =>
      open(seed, {
        by: "office",
        holder: maritsa,
        title: "Липсващо приложение към договора",
        content: "Към договора липсва приложение 2. Моля, изпратете ни го подписано.",
      }),
  },
  {
    daysAgo: 2,
    at: "11:45",
    run: (seed) =>
      open(seed, {
        by: "anna",
        holder: anna,
        title: "Informacja podatkowa za 2025 rok",
        content: "Kiedy będzie gotowa moja informacja do zeznania podatkowego?",
      }),
  },
  {
    daysAgo: 1,
    at: "10:30",
    async run(seed) {
      const content = "Kiedy dostanę obiecaną informację? Potrzebuję jej do zeznania podatkowego.";
      const title = "Informacja do PIT-u";
      const id = await open(seed, { by: "anna", holder: anna, title, content });
      const [same] = (await listNewest(seed, "anna", 2)).slice(1);
      if (same !== undefined) await mergeTicket(await seed.as("office"), id, same);
    },
  },
  {
    daysAgo: 1,
    at: "15:10",
    async run(seed) {
      const id = await open(seed, {
        by: "office",
        holder: ivan,
        title: "Личната Ви карта изтича скоро",
        content: "Моля, добавете новата карта в *Документи*, когато я получите.",
      });
      await closeTicket(await seed.as("office"), id, undefined);
    },
  },
];
