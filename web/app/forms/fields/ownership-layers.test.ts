import { expect, test } from "vitest";
import { arrangeLayers } from "./ownership-layers.ts";

const node = (id: string, kind: "person" | "company" = "person") => ({ id, kind, name: id });
const edge = (owner: string, owned: string) => ({ owner, owned, percent: "10" });

test("an owner stands above everything that it owns", () => {
  const nodes = [node("ana"), node("holding", "company"), node("top")];
  const edges = [edge("holding", "company"), edge("ana", "holding"), edge("ana", "company"), edge("top", "company")];
  expect(arrangeLayers({ nodes, edges })).toEqual([["company"], ["holding", "top"], ["ana"]]);
});

test("a circle of owners is drawn too, so that it can be mended", () => {
  const layers = arrangeLayers({
    nodes: [node("a", "company"), node("b", "company")],
    edges: [edge("a", "b"), edge("b", "a")],
  });
  expect(layers.flat().toSorted()).toEqual(["a", "b", "company"]);
});
