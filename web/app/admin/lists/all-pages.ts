/** Every row that a search finds, page after page: for an export, which is of all that matches and not of what is shown. */

/** A file of more rows than a spreadsheet opens is of no use to anybody. */
const exportLimit = 100_000;

export async function allPages<Row>(
  fetchPage: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await fetchPage(cursor);
    all.push(...rows);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && all.length < exportLimit);
  return all;
}
