/** A list that counts, and screening as the job does it. */

import { systemContext } from "../../../jobs/system-context.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { type Outcome, screenDue } from "../runs/screen.ts";

export interface ListedPerson {
  id: string;
  name: string;
  schema?: string;
  aliases?: readonly string[];
  births?: readonly string[];
  countries?: readonly string[];
  changed?: string;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A file as OpenSanctions writes it, with made-up people. */
export const simpleCsv = (people: readonly ListedPerson[]): string =>
  [
    "id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change",
    ...people.map(
      ({ id, name, schema = "Person", aliases = [], births = [], countries = [], changed = "2026-01-05T10:00:00" }) =>
        [
          id,
          schema,
          quoted(name),
          quoted(aliases.join(";")),
          births.join(";"),
          countries.join(";"),
          "",
          "",
          quoted("Made-up programme"),
          "",
          "",
          "MADE-UP",
          "made_up",
          "2025-01-01T00:00:00",
          changed,
          changed,
        ].join(","),
    ),
  ].join("\n");

let arranged = 0;
/** Somebody whom no test names: the very file that counts is not taken again. */
const another = (): ListedPerson => {
  arranged += 1;
  return { id: `ANOTHER-${arranged}`, name: `Nobody Inparticular${arranged}` };
};

/** Has the list read and taken, as another file each time. */
export async function arrangeList(
  admin: TestUser,
  people: readonly ListedPerson[],
  fileName = "targets.simple.csv",
): Promise<number> {
  const { id } = await admin.client.screening.previewList({
    body: { fileName, content: simpleCsv([...people, another()]) },
  });
  await admin.client.screening.takeList({ params: { id }, body: { acceptRefused: true } });
  return id;
}

/** Everybody who is due, as the job does. */
export const screenAll = ({ services }: TestApp): Promise<Outcome> => screenDue(systemContext(services, "screening"));
