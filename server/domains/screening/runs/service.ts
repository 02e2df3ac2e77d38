/** Screening by a service: its version counts as a list, and its results as what our own rules would find. */
import { compareBirths, compareCountries } from "@portico/kyc/screening/score.ts";
import {
  fetchYenteMatches,
  fetchYenteVersion,
  mostQueries,
  type YenteQuery,
  type YenteResult,
} from "../../../adapters/screening/yente.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { entryOfProperties } from "../lists/entities.ts";
import { endActive, findActiveList, insertList, lockLists } from "../lists/lists.queries.ts";
import type { Found, Query } from "../matching/matching.ts";

const schemas = { person: "Person", company: "Company", any: "LegalEntity" } as const;

const toQuery = ({ kind, names, births, countries }: Query): YenteQuery => ({
  schema: schemas[kind],
  properties: {
    name: names,
    ...(births.length > 0 && { birthDate: births }),
    ...(countries.length > 0 && { country: countries.map((country) => country.toLowerCase()) }),
  },
});

/** A result as our own matches are kept, with what the service says of its score. */
function toFound(query: Query, { explanations, score, ...entity }: YenteResult): Found[] {
  const entry = entryOfProperties({ ...entity, changedAt: entity.last_change ?? "" });
  if (!entry) return [];
  return [
    {
      entry,
      match: {
        score,
        nameScore: null,
        ourName: query.names[0] ?? "",
        theirName: entity.caption,
        words: [],
        birth: compareBirths(query.births, entry.births),
        country: compareCountries(query.countries, entry.countries),
        features: Object.entries(explanations).flatMap(([name, said]) =>
          said.score ? [{ name, score: said.score, detail: said.detail ?? null }] : [],
        ),
      },
    },
  ];
}

/** Throws while the service is away: who is due stays due. */
export async function matchByService(
  { db, outside }: Pick<Services, "db" | "outside">,
  queries: readonly Query[],
  threshold: number,
): Promise<Found[][]> {
  const { service } = await getSetting(db, "screening");
  if (!service) throw new Error("no screening service is set");
  const found: Found[][] = [];
  for (let at = 0; at < queries.length; at += mostQueries) {
    const some = queries.slice(at, at + mostQueries);
    const results = await fetchYenteMatches(outside, service, some.map(toQuery), threshold);
    for (const [place, query] of some.entries())
      found.push((results[place] ?? []).flatMap((result) => toFound(query, result)));
  }
  return found;
}

/** Asks the service for its version, if it is the source: another one counts from now on. */
export async function refreshService(services: Services): Promise<void> {
  const { source, service } = await getSetting(services.db, "screening");
  if (source !== "service" || !service) return;
  const version = await fetchYenteVersion(services.outside, service);
  await transact(systemContext(services, "screening"), async (tx) => {
    await lockLists(tx);
    const active = await findActiveList(tx, "service");
    if (active?.name === service.dataset && active.version === version) return;
    const before = await endActive(tx, "service");
    const { id } = await insertList(tx, {
      source: "service",
      state: "active",
      name: service.dataset,
      version,
      created_by: null,
    });
    tx.audit("screening.listTaken", id, {
      after: {
        name: `${service.dataset} ${version}`,
        before,
        format: null,
        entries: 0,
        names: 0,
        doubled: 0,
        refused: 0,
        sha256: "",
      },
    });
    tx.emit("screening:lists", {});
  });
}
