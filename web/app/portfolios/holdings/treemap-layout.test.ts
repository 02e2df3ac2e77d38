import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { squarify, type Tile } from "./treemap-layout.ts";

const values = fc
  .array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 36 })
  .map((list) => list.toSorted((a, b) => b - a));
const side = fc.integer({ min: 50, max: 2000 });
const near = (width: number, height: number) => width * height * 1e-6;
const overlap = (a: Tile, b: Tile): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

describe("the treemap's layout", () => {
  it("gives each value its share of the area, covers the whole, and never overlaps", () => {
    fc.assert(
      fc.property(values, side, side, (list, width, height) => {
        const tiles = squarify(list, width, height);
        const total = list.reduce((sum, one) => sum + one, 0);
        expect(tiles).toHaveLength(list.length);
        for (const [place, tile] of tiles.entries()) {
          const share = ((list[place] ?? 0) / total) * width * height;
          expect(Math.abs(tile.width * tile.height - share)).toBeLessThanOrEqual(near(width, height));
          expect(Math.min(tile.x, tile.y, tile.width, tile.height)).toBeGreaterThanOrEqual(-1e-6);
          expect(tile.x + tile.width).toBeLessThanOrEqual(width + 1e-6);
          expect(tile.y + tile.height).toBeLessThanOrEqual(height + 1e-6);
          for (const other of tiles.slice(place + 1))
            expect(overlap(tile, other)).toBeLessThanOrEqual(near(width, height));
        }
        const covered = tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0);
        expect(Math.abs(covered - width * height)).toBeLessThanOrEqual(near(width, height));
      }),
    );
  });
  it("is as the published example: 6, 6, 4, 3, 2, 2, 1 in 6 by 4", () => {
    const tiles = squarify([6, 6, 4, 3, 2, 2, 1], 6, 4);
    expect(tiles.slice(0, 2)).toEqual([
      { x: 0, y: 0, width: 3, height: 2 },
      { x: 0, y: 2, width: 3, height: 2 },
    ]);
    expect(tiles[2]?.width).toBeCloseTo(12 / 7);
    expect(tiles[2]?.height).toBeCloseTo(7 / 3);
  });
  it("draws nothing of nothing", () => expect(squarify([], 6, 4)).toEqual([]));
});
