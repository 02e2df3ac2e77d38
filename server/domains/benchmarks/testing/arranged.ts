/** Benchmarks for tests. */

import type { benchmarks } from "@portico/api/benchmarks.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { TestUser } from "../../../testing/app.ts";

export const inAll = (name: string) => ({ bg: `${name} bg`, en: name, pl: `${name} pl` });

interface Series {
  name?: string;
  currency?: string;
  return_kind?: "price" | "total";
}

export async function makeSeries(
  admin: TestUser,
  { name = "Series", currency = "EUR", return_kind = "price" }: Series = {},
): Promise<number> {
  const body = { kind: "series", name: inAll(name), currency, return_kind } as const;
  return (await admin.client.benchmarks.create({ body })).id;
}

/** A blend of benchmarks with their weights, by id. */
export async function makeBlend(
  admin: TestUser,
  percents: Record<number, string>,
  rules: { rebalancing?: "monthly" | "drift"; base_day?: string | null; currency?: string; name?: string } = {},
): Promise<number> {
  const { rebalancing = "monthly", base_day = null, currency = "EUR", name = "Blend" } = rules;
  const parts = Object.entries(percents).map(([id, percent]) => ({ benchmark_id: Number(id), percent }));
  const body = { kind: "blend", name: inAll(name), currency, rebalancing, base_day, parts } as const;
  return (await admin.client.benchmarks.create({ body })).id;
}

export const assign = (who: TestUser, id: number, body: Parsed<typeof benchmarks.assign>["body"]) =>
  who.client.benchmarks.assign({ params: { id }, body });

/** Ids of what a person is offered, the nearest first. */
export const offeredTo = async ({ id: holderId, client }: TestUser): Promise<number[]> =>
  (await client.benchmarks.listOffered({ params: { holderType: "user", holderId } })).benchmarks.map(({ id }) => id);

/** A file of values. */
export const valueFile = (...rows: [day: string, value: string | number][]): string =>
  ["day,value", ...rows.map((row) => row.join(","))].join("\n");

/** Stores values of a series by a file. */
export async function storeValues(
  office: TestUser,
  id: number,
  ...rows: [day: string, value: string | number][]
): Promise<void> {
  const body = { fileName: "values.csv", content: valueFile(...rows), source: "Provider" };
  const { id: uploadId } = await office.client.benchmarks.previewValues({ params: { id }, body });
  await office.client.benchmarks.confirmValues({ params: { id, uploadId }, body: { acceptMarked: true } });
}
