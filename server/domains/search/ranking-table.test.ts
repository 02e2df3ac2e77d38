/** What a search finds first: names in both scripts, wrong letters, and numbers by any part of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { addCompany, addContract, addDocument, addInstrument, addPerson, addTicket } from "./testing/records.ts";

let app: TestApp;
let staff: TestUser;
let ticketNumber: number;

/** The oldest first: of records that are found equally well, a later one of this list comes before. */
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as("internal", { name: "Zora Staff" });
  const ivan = await addPerson(app, {
    name: "Иван Петров",
    email: "i.petrov@abv.example",
    phone: "+359888123456",
    clientNumber: "U7650321-B",
    iban: "BG80BNBG96611020345678",
  });
  await addPerson(app, { name: "Ivan Petrov", email: "second@mail.example", clientNumber: "U7659999-C" });
  await addPerson(app, { name: "Ivanka Petrova", email: "ivanka@mail.example", phone: "+48221234567" });
  await addPerson(app, { name: "Georgi Ivanov", email: "georgi.ivanov@firm.example", clientNumber: "10001234" });
  await addPerson(app, { name: "Юлия Йорданова", email: "julia@abv.example", clientNumber: "20004321" });
  await addPerson(app, { name: "Щерю Желязков", email: "shteryu@abv.example" });
  await addPerson(app, { name: "Александър Чаушев", email: "al@abv.example" });
  await addPerson(app, {
    name: "Marek Wójcik",
    email: "marek.wojcik@onet.example",
    iban: "PL61109010140000071219812874",
  });
  await addPerson(app, { name: "Łucja Żółć", email: "lucja@wp.example" });
  await addPerson(app, { name: "Anna-Maria Kowalska", email: "am@wp.example" });
  await addPerson(app, { name: "Katarzyna Zielińska", email: "kasia@wp.example" });
  await addPerson(app, { name: "Xi Wang", email: "quirk@firm.example" });
  await addCompany(app, ivan, { name: "Витоша Капитал ООД", register: "175074752", clientNumber: "C000777" });
  await addCompany(app, ivan, { name: "Balkan Engineering AD", register: "831902088" });
  await addCompany(app, ivan, { name: "Baltic Trade Sp. z o.o.", register: "5252344078" });
  await addDocument(app, ivan, "Извлечение 2025");
  await addDocument(app, ivan, "Yearly statement 2025");
  await addContract(app, ivan, "Management agreement");
  await addContract(app, ivan, "Договор за управление");
  ticketNumber = await addTicket(app, ivan, "Question about my dividends");
  await addTicket(app, ivan, "Pytanie o przelew");
  await addInstrument(app, "Apple Inc.", "AAPL", "US0378331005");
  await addInstrument(app, "Sopharma AD", "SFA", "BG11SOSOBT18");
  await addInstrument(app, "Vanguard FTSE All-World", "VWCE", "IE00BK5BQT80");
});
afterAll(() => app.close());

const titles = async (query: string): Promise<string[]> =>
  (await staff.client.search.find({ query: { query } })).results.map(({ title }) => title);

/** What was typed, and the titles of the first results. */
const table: [typed: string, ...first: string[]][] = [
  // Exactly so before what only begins so or contains it; of equals the newest.
  ["Ivan Petrov", "Ivan Petrov", "Иван Петров", "Ivanka Petrova"],
  ["Иван Петров", "Ivan Petrov", "Иван Петров", "Ivanka Petrova"],
  ["ivan petrov", "Ivan Petrov", "Иван Петров"],
  ["IVAN PETROV", "Ivan Petrov", "Иван Петров"],
  ["petrov ivan", "Ivan Petrov", "Иван Петров", "Ivanka Petrova"],
  ["Петров Иван", "Ivan Petrov", "Иван Петров"],
  ["ivan", "Ivan Petrov", "Иван Петров", "Georgi Ivanov", "Ivanka Petrova"],
  ["Иван", "Ivan Petrov", "Иван Петров", "Georgi Ivanov", "Ivanka Petrova"],
  ["petrov", "Ivan Petrov", "Иван Петров", "Ivanka Petrova"],
  ["Петров", "Ivan Petrov", "Иван Петров", "Ivanka Petrova"],
  ["petro", "Ivanka Petrova", "Ivan Petrov", "Иван Петров"],
  ["Петро", "Ivanka Petrova", "Ivan Petrov", "Иван Петров"],
  ["etrov", "Ivanka Petrova", "Ivan Petrov", "Иван Петров"],
  ["ivan pet", "Ivanka Petrova", "Ivan Petrov", "Иван Петров"],
  ["iv", "Georgi Ivanov", "Ivanka Petrova", "Ivan Petrov"],
  ["georgi", "Georgi Ivanov"],
  ["Георги Иванов", "Georgi Ivanov"],
  // Spellings of one name.
  ["Юлия", "Юлия Йорданова"],
  ["Yuliya", "Юлия Йорданова"],
  ["Iulia Iordanova", "Юлия Йорданова"],
  ["yordanova", "Юлия Йорданова"],
  ["Щерю", "Щерю Желязков"],
  ["Shteryu Zhelyazkov", "Щерю Желязков"],
  ["zhelyazkov", "Щерю Желязков"],
  ["Aleksandar", "Александър Чаушев"],
  ["Alexandar Chaushev", "Александър Чаушев"],
  ["чаушев", "Александър Чаушев"],
  ["Wojcik", "Marek Wójcik"],
  ["WÓJCIK", "Marek Wójcik"],
  ["wójcik marek", "Marek Wójcik"],
  ["lucja zolc", "Łucja Żółć"],
  ["Łucja", "Łucja Żółć"],
  ["anna maria", "Anna-Maria Kowalska"],
  ["anna-maria", "Anna-Maria Kowalska"],
  ["kowalska anna", "Anna-Maria Kowalska"],
  ["zielinska", "Katarzyna Zielińska"],
  ["xi", "Xi Wang"],
  // One letter wrong, missing, too many, or two in the other order.
  ["petrow", "Ivan Petrov", "Иван Петров"],
  ["pertov", "Ivan Petrov", "Иван Петров"],
  ["petrv", "Ivan Petrov", "Иван Петров"],
  ["pettrov", "Ivan Petrov", "Иван Петров"],
  ["Пертов", "Ivan Petrov", "Иван Петров"],
  ["ивна петров", "Ivan Petrov", "Иван Петров"],
  ["wojcki", "Marek Wójcik"],
  ["kowalsak", "Anna-Maria Kowalska"],
  ["katazyna", "Katarzyna Zielińska"],
  ["Йорданвоа", "Юлия Йорданова"],
  ["jordanova", "Юлия Йорданова"],
  ["zelyazkov", "Щерю Желязков"],
  ["aleksandr", "Александър Чаушев"],
  ["balkan enginering", "Balkan Engineering AD"],
  ["Витоаш", "Витоша Капитал ООД"],
  ["vitosa", "Витоша Капитал ООД"],
  ["managment agreement", "Management agreement"],
  ["divdends", "Question about my dividends"],
  ["vangaurd", "Vanguard FTSE All-World"],
  ["soparma", "Sopharma AD"],
  ["yearly statemnet", "Yearly statement 2025"],
  // Numbers, whole and in parts, however they are divided.
  ["U7650321-B", "Иван Петров"],
  ["u7650321b", "Иван Петров"],
  ["U765 0321 B", "Иван Петров"],
  ["u765", "Ivan Petrov", "Иван Петров"],
  ["0321-b", "Иван Петров"],
  ["7650 321", "Иван Петров"],
  ["10001234", "Georgi Ivanov"],
  ["1000 1234", "Georgi Ivanov"],
  ["4321", "Юлия Йорданова"],
  ["C000777", "Витоша Капитал ООД"],
  ["000 777", "Витоша Капитал ООД"],
  ["175074752", "Витоша Капитал ООД"],
  ["5074", "Витоша Капитал ООД"],
  ["831902088", "Balkan Engineering AD"],
  ["i.petrov@abv.example", "Иван Петров"],
  ["georgi.ivanov@", "Georgi Ivanov"],
  ["ivanov@firm", "Georgi Ivanov"],
  ["quirk", "Xi Wang"],
  ["+359 88 812 3456", "Иван Петров"],
  ["0888123456", "Иван Петров"],
  ["22 123 45 67", "Ivanka Petrova"],
  ["BG80 BNBG 9661 1020 3456 78", "Иван Петров"],
  ["bg80bnbg", "Иван Петров"],
  ["1020345678", "Иван Петров"],
  ["PL61 1090 1014", "Marek Wójcik"],
  // Companies, papers, tickets and instruments.
  ["vitosha", "Витоша Капитал ООД"],
  ["kapital vitosha", "Витоша Капитал ООД"],
  ["Балкан", "Balkan Engineering AD"],
  ["balt", "Baltic Trade Sp. z o.o."],
  ["izvlechenie", "Извлечение 2025"],
  ["statement", "Yearly statement 2025"],
  ["dogovor", "Договор за управление"],
  ["agreement", "Management agreement"],
  ["przelew", "Pytanie o przelew"],
  ["dividends question", "Question about my dividends"],
  ["AAPL", "Apple Inc."],
  ["US0378331005", "Apple Inc."],
  ["0378331", "Apple Inc."],
  ["софхарма", "Sopharma AD"],
  ["vwce", "Vanguard FTSE All-World"],
];

test("the table has 80 cases or more, none of them twice", () => {
  expect(new Set(table.map(([typed]) => typed)).size).toBe(table.length);
  expect(table.length).toBeGreaterThanOrEqual(80);
});

test.each(table)("%s", async (typed, ...first) => {
  expect((await titles(typed)).slice(0, first.length)).toEqual(first);
});

test("a ticket is found by its number, with or without the sign", async () => {
  for (const typed of [String(ticketNumber), `#${ticketNumber}`])
    expect(await titles(typed), typed).toContain("Question about my dividends");
});
