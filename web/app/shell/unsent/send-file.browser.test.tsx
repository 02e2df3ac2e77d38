import { ApiError } from "@portico/api/errors.ts";
import { expect, test, vi } from "vitest";
import { sendFile } from "./send-file.ts";

type Uploads = Parameters<typeof sendFile>[0];

/** Sends a file of which `create` fails with the given status; resolves with its tries. */
async function triesWith(status: number, failures: number): Promise<number> {
  vi.useFakeTimers();
  let tries = 0;
  const create = async () => {
    tries += 1;
    if (tries <= failures) throw new ApiError({ code: "generic", status });
    return { id: 1, offset: 4, state: "used" };
  };
  const answered = async () => ({ id: 1, offset: 4, state: "used" });
  const uploads = { create, append: answered, get: answered, finish: answered, remove: answered };
  const sent = sendFile({ uploads } as unknown as Uploads, {
    holder: { type: "user", id: 1 } as never,
    file: new File(["text"], "a.txt"),
    on: {
      signal: new AbortController().signal,
      turn: async () => undefined,
      report: () => undefined,
      progress: () => undefined,
    } as never,
    use: async () => undefined,
  }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  await sent;
  return tries;
}

test.each([
  [503, 6, 7],
  [0, 6, 7],
  [425, 6, 7],
  [500, 2, 3],
  [500, 6, 3],
  [409, 6, 1],
  [507, 6, 1],
])("of %i for %i times, a file is sent %i times", async (status, failures, expected) => {
  expect(await triesWith(status, failures)).toBe(expected);
});
