/** Seeds conversations, in their holder's language: answered, waiting for the firm, with a note, and one with an answer that is not read yet. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { addChatNote, assignChat } from "../domains/chats/desk.ts";
import { handOverToTicket } from "../domains/chats/hand-over.ts";
import { markRead, sendMessage } from "../domains/chats/messages.ts";
import type { Seed, SeedStep } from "./seed.ts";

const say = async (seed: Seed, who: string, holder: Holder, text: string): Promise<unknown> =>
  sendMessage(await seed.as(who), holder, { key: randomUUID(), text, uploads: [] });
const read = async (seed: Seed, who: string, holder: Holder, number: number): Promise<unknown> =>
  markRead(await seed.as(who), holder, number);

export const chatSteps: readonly SeedStep[] = [
  {
    daysAgo: 12,
    at: "08:10",
    run: (seed) =>
      say(seed, "anna", seed.user("anna"), "Dzień dobry, kiedy piątkowy przelew będzie widoczny w moim portfelu?"),
  },
  {
    daysAgo: 12,
    at: "08:24",
    run: async (seed) => {
      const anna = seed.user("anna");
      await assignChat(await seed.as("office"), anna, seed.userId("office"));
      await say(
        seed,
        "office",
        anna,
        "Dzień dobry! Przelew wpłynął dziś rano i do południa będzie widoczny w Pani środkach pieniężnych.",
      );
      await read(seed, "anna", anna, 2);
      await say(seed, "anna", anna, "Dziękuję, już go widzę.");
      await say(seed, "anna", anna, "I jeszcze jedno: chcę zmienić rachunek bankowy, na który otrzymuję wypłaty.");
      await read(seed, "office", anna, 4);
      await handOverToTicket(await seed.as("office"), anna, {
        key: randomUUID(),
        title: "Zmiana rachunku bankowego do wypłat",
        messages: [4],
      });
      await read(seed, "anna", anna, 5);
    },
  },
  {
    daysAgo: 3,
    at: "13:05",
    run: async (seed) => {
      const maritsa = seed.company("maritsa");
      await say(
        seed,
        "nikolay",
        maritsa,
        "Добър ден, може ли фактурите за такси да се издават на името на дружеството?",
      );
      await assignChat(
        await seed.as("office"),
        maritsa,
        seed.userId("internal"),
        "Моля, провери дали фактурите може да се преиздадат и за миналото тримесечие.",
      );
      await addChatNote(await seed.as("office"), maritsa, {
        key: randomUUID(),
        text: "Попитах счетоводството, очакваме отговор до петък.",
      });
    },
  },
  {
    daysAgo: 1,
    at: "09:30",
    run: async (seed) => {
      const ivan = seed.user("ivan");
      await say(seed, "ivan", ivan, "Здравейте, какви документи са нужни, за да открием сметка на дъщеря ми?");
      await say(
        seed,
        "office",
        ivan,
        "Здравейте! Нужни са личната ѝ карта и документ за адреса. Можете да ги добавите в „Документи“.",
      );
    },
  },
];
