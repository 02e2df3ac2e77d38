import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, readPage } from "./cursor.ts";

interface Row {
  at: Date;
  id: number;
}
const all: Row[] = [5, 4, 3, 2, 1].map((id) => ({ at: new Date(Date.UTC(2026, 0, Math.ceil(id / 2))), id }));
/** As a query of a list does it: the newest first, after the key of the page before. */
const read = async ({ after, limit }: { after: { value: string; id: number } | undefined; limit: number }) =>
  all
    .filter(
      ({ at, id }) => !after || at.toISOString() < after.value || (at.toISOString() === after.value && id < after.id),
    )
    .slice(0, limit);
const pageAfter = (cursor: string | undefined, limit: number) =>
  readPage({ cursor, limit, order: "test", key: "moment" }, read, ({ at, id }) => [at, id]);

test.each([1, 2, 4, 5, 6])("pages of %i show every row once, and the last one has no cursor", async (limit) => {
  const shown: number[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(cursor ?? undefined, limit);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    shown.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null);
  expect(shown).toEqual([5, 4, 3, 2, 1]);
  expect(pages).toBe(Math.ceil(5 / limit));
});

test("a list without rows has no next page", async () => {
  expect(
    await readPage(
      { limit: 3, order: "test" },
      async () => [] as Row[],
      ({ id }) => ["", id],
    ),
  ).toEqual({
    rows: [],
    nextCursor: null,
  });
});

test.each([
  ["of another order", encodeCursor("other", "2026-01-01T00:00:00.000Z", 1)],
  ["with a value that is no moment", encodeCursor("test", "1' or true", 1)],
  ["that is no text of the portal", "e30"],
])("a cursor %s is refused", async (_, cursor) => {
  await expect(pageAfter(cursor, 2)).rejects.toMatchObject({ code: "badInput" });
  expect(() => decodeCursor(cursor, "test", "moment")).toThrow();
});
