/** People with encrypted forms and a list of sanctions for bench/screening.ts. The same names in each run. */
import { formVersion } from "@portico/api/forms/forms.ts";
import { sql } from "kysely";
import { personAnswers } from "../server/demo/kyc-answers.ts";
import { sealRevision } from "../server/domains/forms/content.ts";
import type { BenchPortal } from "./database.ts";
import { givenNames, stems, suffixes } from "./people/names.ts";

/** Numbers below `below` that are the same in each run. */
export function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Dice = ReturnType<typeof createDice>;

const pick = <Item>(items: readonly Item[], dice: Dice): Item => items[dice(items.length)] as Item;
const syllables = "ka lo ri men dar zo shi tur vel ban go ste pra nik dul hor mar yev sul tan ger fi bro wen".split(
  " ",
);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Of some 14,000 family names. */
const madeUp = (dice: Dice): string => capital(Array.from({ length: 3 }, () => pick(syllables, dice)).join(""));

const cyrillic: Record<string, string> = Object.fromEntries(
  "a:а b:б c:к d:д e:е f:ф g:г h:х i:и j:ж k:к l:л m:м n:н o:о p:п q:к r:р s:с t:т u:у v:в w:в x:кс y:й z:з"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const inCyrillic = (name: string): string =>
  Array.from(name.toLowerCase(), (letter) => cyrillic[letter] ?? letter).join("");

interface Name {
  given: string;
  family: string;
}
/** As clients are called: one in ten has a name like those of the list. */
const clientName = (dice: Dice): Name => ({
  given: pick(givenNames, dice),
  family: dice(10) === 0 ? madeUp(dice) : pick(stems, dice) + pick(suffixes, dice),
});
const birth = (dice: Dice): string =>
  `${1940 + dice(65)}-${String(1 + dice(12)).padStart(2, "0")}-${String(1 + dice(28)).padStart(2, "0")}`;

/** `targets.simple.csv` with half as many entries as names, of which every third name is Cyrillic. */
export function listText(names: number, seed: number): string {
  const dice = createDice(seed);
  const lines = Array.from({ length: Math.ceil(names / 2) }, (_, at) => {
    const given = pick(givenNames, dice);
    const [name, alias] = [`${given} ${madeUp(dice)}`, `${given} ${madeUp(dice)}`];
    const written = at % 3 === 0 ? inCyrillic(alias) : alias;
    return `BENCH-${at},Person,"${name}","${written}",${at % 4 === 0 ? "" : birth(dice)},${at % 3 === 0 ? "ru" : ""},Bench,BENCH,bench,2026-01-05T10:00:00`;
  });
  return ["id,schema,name,aliases,birth_date,countries,sanctions,program_ids,dataset,last_change", ...lines].join("\n");
}

const atOnce = 500;

/** Clients with a submitted form, encrypted as the portal does. */
export async function addPeople({ services }: BenchPortal, people: number): Promise<void> {
  const dice = createDice(7);
  for (let done = 0; done < people; done += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, people - done) }, () => ({
      ...clientName(dice),
      born: birth(dice),
    }));
    const { rows } = await sql<{ id: number }>`
      insert into app_user (email, name, password_hash, state, role)
      select 'screened-' || (${done}::int + no) || '@example.org', name, '-', 'postKYC', 'client'
      from unnest(${some.map(({ given, family }, at) => (at % 2 === 0 ? `${given} ${family}` : inCyrillic(`${given} ${family}`)))}::text[])
        with ordinality as named (name, no) order by no returning id`.execute(services.db);
    const sealed = await Promise.all(some.map((one, at) => seal(services, rows[at]?.id ?? 0, one)));
    await sql`
      insert into form_revision (holder_type, holder_id, form_type, revision, answers, content_hash, submitted_by)
      select 'user', id, 'KYC', 1, answers, hash, id
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed.map(({ answers }) => answers)}::bytea[],
        ${sealed.map(({ contentHash }) => contentHash)}::bytea[]) as made (id, answers, hash)`.execute(services.db);
  }
}

const seal = (services: BenchPortal["services"], holderId: number, { given, family, born }: Name & { born: string }) =>
  sealRevision(services, { holderType: "user", holderId, type: "KYC" }, 1, {
    version: formVersion,
    form_data: personAnswers(
      { firstName: given, lastName: family, birthDate: born, email: `${holderId}@example.org` },
      { scans: [{ id: 1, name: "scan.png", size: 100 }] },
    ),
    filledBy: [],
    renew: null,
    explanations: {},
    inconsistencies: [],
    computed: { nationalIdentifier: null, riskProfile: null, testScore: null, beneficialOwners: [], inappropriate: [] },
    declarations: [],
  });
