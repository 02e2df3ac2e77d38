/** Squarified layout of a treemap (Bruls, Huizing, van Wijk 2000): areas in proportion to values, sides as equal as they can be. */

export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longest side ratio in a row of areas along a side. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, one) => all + one, 0);
  const [largest, smallest] = [Math.max(...areas), Math.min(...areas)];
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
}

/** A tile for each value, in order, which together cover the rectangle. Values are above zero, the largest first. */
export function squarify(values: readonly number[], width: number, height: number): Tile[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total <= 0) return [];
  const areas = values.map((value) => (value / total) * width * height);
  const tiles: Tile[] = [];
  let free: Tile = { x: 0, y: 0, width, height };
  let from = 0;
  while (from < areas.length) {
    const side = Math.min(free.width, free.height);
    let to = from + 1;
    while (to < areas.length && worst(areas.slice(from, to + 1), side) <= worst(areas.slice(from, to), side)) to += 1;
    const row = areas.slice(from, to);
    const sum = row.reduce((all, one) => all + one, 0);
    const isWide = free.width >= free.height;
    // The last row takes what is left, so that rounding leaves no gap.
    const depth = to === areas.length ? (isWide ? free.width : free.height) : sum / side;
    let at = 0;
    for (const area of row) {
      const length = (area / sum) * side;
      tiles.push(
        isWide
          ? { x: free.x, y: free.y + at, width: depth, height: length }
          : { x: free.x + at, y: free.y, width: length, height: depth },
      );
      at += length;
    }
    free = isWide
      ? { ...free, x: free.x + depth, width: free.width - depth }
      : { ...free, y: free.y + depth, height: free.height - depth };
    from = to;
  }
  return tiles;
}
