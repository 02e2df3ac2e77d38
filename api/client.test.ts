import { expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "./client.ts";
import { anyone, defineEndpoints } from "./endpoint.ts";

const files = defineEndpoints({
  get: {
    method: "GET",
    path: "/files/:folder/:name",
    summary: "Gives a file.",
    access: anyone,
    params: z.object({ folder: z.string(), name: z.string() }),
    query: z.object({ part: z.string().optional() }),
    answer: z.object({}),
    errors: [],
  },
});

test("what stands in a path or a query stays one part of it, whatever was typed", async () => {
  const paths: string[] = [];
  const client = createClient({ files }, async ({ path }) => {
    paths.push(path);
    return {};
  });
  await client.files.get({ params: { folder: "../admin", name: "a b?c#d" }, query: { part: "1&x=2" } });
  await client.files.get({ params: { folder: "Договори", name: "50%" }, query: { part: undefined } });
  expect(paths).toEqual([
    "/files/..%2Fadmin/a%20b%3Fc%23d?part=1%26x%3D2",
    `/files/${encodeURIComponent("Договори")}/50%25`,
  ]);
});

test("calls that are not known yet are loaded once they are made; a name that no call has is an error", async () => {
  const sent: string[] = [];
  const made: string[] = [];
  let loads = 0;
  const client = createClient(
    {} as { files: typeof files },
    async ({ method, path }) => sent.push(`${method} ${path}`),
    (name) => made.push(name),
    async () => {
      loads += 1;
      return { files };
    },
  );
  const { get } = client.files;
  expect(get.callName).toBe("files.get");
  expect(client.files.get, "the same function each time").toBe(get);
  expect(loads).toBe(0);
  await get({ params: { folder: "a", name: "b" }, query: {} });
  expect([sent, made, loads]).toEqual([["GET /files/a/b"], ["files.get"], 1]);
  await expect((client.files as unknown as { drop: () => Promise<unknown> }).drop()).rejects.toThrow("files.drop");
  expect((client as { then?: unknown }).then, "it is no promise").toBeUndefined();
});
