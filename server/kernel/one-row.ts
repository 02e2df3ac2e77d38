/** The row of a statement that always returns one, such as an insert without conditions. */
export function oneRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("a statement that always returns a row returned none");
  return row;
}
