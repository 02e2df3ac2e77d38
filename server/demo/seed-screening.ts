/** A small list of made-up people, and one client whom an entry of it might be. */
import type { Holder } from "@portico/api/shapes.ts";
import { recordList } from "../domains/screening/lists/record.ts";
import { screenOne } from "../domains/screening/runs/screen.ts";
import { systemContext } from "../jobs/system-context.ts";
import type { Services } from "../kernel/context.ts";
import { transact } from "../unit-of-work/transact.ts";

/** Nobody of them exists. The first has the name of a client, and says nothing of their birth. */
const people = [
  ["DEMO-1", "WRIGHT, James A.", "Jim Wright", "", "gb", "Made-up Sanctions List"],
  ["DEMO-2", "Казимир Оловянов", "Kazimir Olovyanov", "1951-02-17", "bg", "Made-up Sanctions List"],
  ["DEMO-3", "Zdzisława Przepióra-Nijaka", "", "1966", "pl", "Made-up Sanctions List"],
  ["DEMO-4", "Ευτέρπη Φανταστικού", "Efterpi Fantastikou", "1959-11-03", "gr", "Made-up Sanctions List"],
  ["DEMO-5", "Ignatius Featherquill", "", "1948", "ie", "Made-up Sanctions List"],
] as const;

const csv = (day: string): string =>
  [
    "id,schema,name,aliases,birth_date,countries,sanctions,program_ids,dataset,last_change",
    ...people.map(
      ([id, name, aliases, birth, country, programme]) =>
        `${id},Person,"${name}","${aliases}",${birth},${country},"${programme}",DEMO,demo,${day}T06:00:00`,
    ),
  ].join("\n");

/** After the firm is loaded: it matches what is committed. The job looks at everybody else. */
export async function seedScreening(
  services: Services,
  { admin, client, today }: { admin: number; client: Holder; today: string },
): Promise<void> {
  const context = systemContext(services, "demo");
  await transact(context, (tx) => recordList(tx, { name: "targets.simple.csv", text: csv(today), by: admin }));
  await screenOne(context, client);
}
