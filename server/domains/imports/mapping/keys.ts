/** Keys of mappings: `own/<id>` for one of the firm, `ready/<broker>` for one of the portal. */

export const ownKey = (id: number): string => `own/${id}`;

/** The id of a mapping of the firm; null for one of the portal. */
export function ownIdOf(key: string): number | null {
  const id = /^own\/(\d+)$/.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}
