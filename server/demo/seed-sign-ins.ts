/** Seeds a year of sign-ins of the demo's people in two statements: usual ones, suspicious ones, failed attempts. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Suspicion } from "@portico/api/rules/sign-ins.ts";
import { sql } from "kysely";
import { type Random, seededRandom } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";

interface Place {
  country: string | null;
  country_code: string | null;
  city: string | null;
  /** Of a range reserved for documentation (RFC 5737), or a private one. */
  network: string;
}
const place = (country: string, country_code: string, city: string | null, network: string): Place => ({
  country,
  country_code,
  city,
  network,
});
const bulgaria = ["Sofia", "Sofia", "Plovdiv", "Varna"].map((city) => place("Bulgaria", "BG", city, "198.51.100"));
const poland = ["Warsaw", "Warsaw", "Kraków", "Gdańsk"].map((city) => place("Poland", "PL", city, "203.0.113"));
const britain = ["London", "London", "Edinburgh", null].map((city) => place("United Kingdom", "GB", city, "192.0.2"));
const homes: Readonly<Record<string, readonly Place[]>> = { bg: bulgaria, pl: poland, en: britain };
const journeys = [
  place("Germany", "DE", "Berlin", "192.0.2"),
  place("Greece", "GR", "Athens", "198.51.100"),
  place("Austria", "AT", "Vienna", "203.0.113"),
  place("Italy", "IT", null, "192.0.2"),
];
const privateNetwork: Place = { country: null, country_code: null, city: null, network: "10.20.0" };

const devices = [
  { os: "Windows", browser_name: "chrome" },
  { os: "Windows", browser_name: "edge" },
  { os: "MacOS", browser_name: "safari" },
  { os: "Linux", browser_name: "firefox" },
  { os: "Windows", browser_name: "firefox" },
  { os: "Linux", browser_name: "chrome" },
] as const;
const program = { os: "no detection", browser_name: "no detection" } as const;
/** With what each person signed in lately, so that none of it is new to them. */
const known = [devices[0], devices[2], devices[3], devices[1], program];

interface Row extends Omit<Place, "network"> {
  user_id: number;
  ip: string;
  os: string;
  browser_name: string;
  created_at: string;
  suspicious: Suspicion[];
}
type FailedRow = Omit<Row, "user_id" | "city" | "suspicious"> & { kind: string; user_id: number | null };
interface Person {
  id: number;
  role: string;
  language: string;
  created_at: Date;
}
type Device = { os: string; browser_name: string };

const at = (day: string, random: Random): string =>
  `${day}T${String(random.between(6, 18)).padStart(2, "0")}:${String(random.between(0, 59)).padStart(2, "0")}:${String(random.between(0, 59)).padStart(2, "0")}.000Z`;

function rowOf(
  user: Person,
  { network, ...where }: Place,
  device: Device,
  created_at: string,
  suspicious: Suspicion[] = [],
): Row {
  return { user_id: user.id, ...where, ip: `${network}.${1 + (user.id % 250)}`, ...device, created_at, suspicious };
}

/** The usual sign-ins of one person, from their registration to yesterday. */
function usualOf(user: Person, random: Random, today: string): Row[] {
  const isStaff = user.role !== "client";
  const usualPlace = isStaff ? privateNetwork : random.pick(homes[user.language] ?? britain);
  const [first, second] = [random.pick(devices), random.pick(devices)];
  const rows: Row[] = [];
  let abroad = 0;
  for (let daysAgo = 364; daysAgo >= 1; daysAgo -= 1) {
    const day = addDays(today, -daysAgo);
    if (day < user.created_at.toISOString().slice(0, 10)) continue;
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    if (random.next() > (isStaff ? (isWeekend ? 0.02 : 0.85) : isWeekend ? 0.12 : 0.26)) continue;
    // A journey is a week in one other country, a few times a year; its first sign-in is from a new country.
    const isAbroad = !isStaff && daysAgo % 90 < 6 && user.id % 3 === 0;
    const there = isAbroad
      ? (journeys[(user.id + Math.floor(daysAgo / 90)) % journeys.length] ?? usualPlace)
      : usualPlace;
    const isNew = isAbroad && !rows.some(({ country_code }) => country_code === there.country_code) && rows.length > 0;
    if (isNew) abroad += 1;
    const device = random.next() < 0.7 ? first : second;
    rows.push(rowOf(user, there, device, at(day, random), isNew && abroad < 4 ? ["newCountry"] : []));
  }
  for (const [index, device] of known.entries())
    rows.push(rowOf(user, usualPlace, device, at(addDays(today, -2 - 30 * index), random)));
  return rows;
}

/** What an admin should notice: travel that cannot be, guessed passwords. */
function noticeable(people: ReadonlyMap<string, Person>, today: string): { rows: Row[]; failed: FailedRow[] } {
  const [ivan, anna] = [people.get("ivan"), people.get("anna")];
  if (!ivan || !anna) return { rows: [], failed: [] };
  const day = addDays(today, -9);
  const failed = Array.from({ length: 7 }, (_, minute): FailedRow => {
    const { network, city: _city, ...where } = place("Netherlands", "NL", null, "192.0.2");
    return {
      kind: minute < 6 ? "password" : "code",
      user_id: anna.id,
      ...where,
      ip: `${network}.66`,
      os: "Linux",
      browser_name: "chrome",
      created_at: `${day}T19:${String(10 + minute)}:00.000Z`,
    };
  });
  return {
    rows: [
      rowOf(ivan, bulgaria[0] ?? privateNetwork, devices[0], `${addDays(today, -40)}T08:10:00.000Z`),
      rowOf(
        ivan,
        place("Singapore", "SG", "Singapore", "203.0.113"),
        devices[5],
        `${addDays(today, -40)}T08:55:00.000Z`,
        ["impossibleTravel", "newCountry"],
      ),
      rowOf(anna, poland[0] ?? privateNetwork, devices[2], `${day}T19:31:00.000Z`, ["manyFailures"]),
    ],
    failed,
  };
}

/** Attempts that led nowhere, some for e-mails without an account. */
function failuresOf(people: readonly Person[], random: Random, today: string): FailedRow[] {
  return Array.from({ length: 160 }, (): FailedRow => {
    const user = random.pick(people);
    const isKnown = random.next() < 0.6;
    const {
      network,
      city: _city,
      ...where
    } = isKnown ? random.pick(homes[user.language] ?? britain) : random.pick(journeys);
    return {
      kind: random.next() < 0.8 ? "password" : "code",
      user_id: isKnown ? user.id : null,
      ...where,
      ip: `${network}.${random.between(1, 250)}`,
      ...random.pick(devices),
      created_at: at(addDays(today, -random.between(1, 364)), random),
    };
  });
}

/** Writes them in the seed's transaction; `userId` knows the people whose sign-ins are noticeable. */
export async function seedSignIns({ trueTrx: trx }: SeedContext, today: string): Promise<void> {
  const { rows: people } = await sql<Person & { email: string }>`
    select id, role, coalesce(preferences->>'language', 'en') as language, created_at, email from app_user
    where state <> 'disabled' order by id`.execute(trx);
  const random = seededRandom(31);
  const special = noticeable(new Map(people.map((person) => [person.email.split("@")[0] ?? "", person])), today);
  const rows = [...people.flatMap((person) => usualOf(person, random, today)), ...special.rows];
  const failed = [...failuresOf(people, random, today), ...special.failed];
  // Each has its session, which ended.
  await sql`
    with given as materialized (
      select row_number() over (order by created_at) as number, given.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (user_id bigint, ip text, country text, country_code text, city text, os text, browser_name text,
          suspicious text[], created_at timestamptz)
    ), opened as (
      insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at, end_reason)
      select user_id, sha256(('demo ' || number)::bytea), created_at, created_at, created_at + interval '12 hours',
        created_at + interval '20 minutes', 'signedOut' from given
      returning id, token_hash
    )
    insert into sign_in (user_id, session_id, ip, country, country_code, city, os, browser_name, suspicious, created_at)
    select user_id, opened.id, ip, country, country_code, city, os, browser_name, suspicious, created_at
    from given join opened on opened.token_hash = sha256(('demo ' || number)::bytea) order by number`.execute(trx);
  await sql`
    insert into failed_sign_in (kind, user_id, ip, country, country_code, os, browser_name, created_at)
    select kind, user_id, ip, country, country_code, os, browser_name, created_at
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as given (kind text, user_id bigint, ip text, country text,
      country_code text, os text, browser_name text, created_at timestamptz) order by created_at`.execute(trx);
  await sql`select fold_sign_in_changes(), keep_sign_in_months(3)`.execute(trx);
}
