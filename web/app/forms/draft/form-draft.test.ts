/** The states of a draft: typed, saved, refused, offline, merged with another device. */
import { ApiError } from "@portico/api/errors.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FormDraft, firstWaitMs, longestWaitMs, pauseMs, type Save } from "./form-draft.ts";
import type { Pending } from "./merged-fields.ts";

type Saved = Awaited<ReturnType<Save>>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const form = (version = 1, identity: Record<string, string> = { firstName: "Ana" }) => ({
  form_data: { identity },
  draft: { version, based_on: 0, renew: null, current_step: null, changed_at: "2026-01-01T00:00:00Z" },
});
const offline = () => new ApiError({ code: "generic", status: 0 });
const refused = (code: ApiError["code"], status: number) => new ApiError({ code, status });

/** A draft in a browser with storage, with a server whose saves are answered one by one. */
function opened({ kept = {} as Pending, start = form() } = {}) {
  const browser = { kept, hasLeft: false };
  const saves: {
    body: Parameters<Save>[0];
    answer: (saved: Saved) => Promise<void>;
    fail: (error: Error) => Promise<void>;
  }[] = [];
  const save: Save = (body) => {
    const { promise, resolve, reject } = Promise.withResolvers<Saved>();
    const settle = (act: () => void) => {
      act();
      return vi.advanceTimersByTimeAsync(0).then(() => undefined);
    };
    saves.push({
      body,
      answer: (saved) => settle(() => resolve(saved)),
      fail: (error) => settle(() => reject(error)),
    });
    return promise;
  };
  const draft = new FormDraft(start, save, {
    read: () => ({ ...browser.kept }),
    store: (pending) => {
      browser.kept = { ...pending };
    },
    hasWriterLeft: () => browser.hasLeft,
  });
  const last = () => {
    const save = saves.at(-1);
    if (!save) throw new Error("nothing was sent");
    return save;
  };
  return { draft, saves, last, browser, status: () => draft.getState().status };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("what is typed is shown at once, and sent as one request after a pause", async () => {
  const { draft, saves, last, status } = opened();
  expect(status()).toBe("untouched");
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs - 1);
  draft.change("identity", "lastName", "Petrova");
  expect(draft.getState().answers).toEqual({ identity: { firstName: "Anna", lastName: "Petrova" } });
  expect(status()).toBe("saving");
  await pass(pauseMs - 1);
  expect(saves).toHaveLength(0);
  await pass(1);
  expect(last().body).toEqual({
    version: 1,
    changes: [
      { step: "identity", field: "firstName", value: "Anna" },
      { step: "identity", field: "lastName", value: "Petrova" },
    ],
  });
  await last().answer({ version: 2 });
  expect(status()).toBe("saved");
  expect(await draft.flush()).toBe(2);
  expect(saves).toHaveLength(1);
});

test("an emptied field is sent as null", async () => {
  const { draft, last } = opened();
  draft.change("identity", "firstName", undefined);
  await pass(pauseMs);
  expect(last().body.changes).toEqual([{ step: "identity", field: "firstName", value: null }]);
});

test("listeners hear every change of the state until they unsubscribe", () => {
  const { draft } = opened();
  const listener = vi.fn();
  const unsubscribe = draft.subscribe(listener);
  const before = draft.getState();
  draft.change("identity", "firstName", "Anna");
  expect(listener).toHaveBeenCalledTimes(1);
  expect(draft.getState()).not.toBe(before);
  expect(draft.getState()).toBe(draft.getState());
  unsubscribe();
  draft.change("identity", "firstName", "Annie");
  expect(listener).toHaveBeenCalledTimes(1);
});

test("what is typed during a save goes out with the next one, on the version of the first", async () => {
  const { draft, saves, last, status } = opened();
  draft.change("identity", "firstName", "Anna");
  draft.change("identity", "lastName", "Petrova");
  await pass(pauseMs);
  draft.change("identity", "firstName", "Annie");
  await last().answer({ version: 2 });
  expect(saves).toHaveLength(2);
  expect(last().body).toEqual({ version: 2, changes: [{ step: "identity", field: "firstName", value: "Annie" }] });
  expect(status()).toBe("saving");
  await last().answer({ version: 3 });
  expect(status()).toBe("saved");
  await pass(longestWaitMs);
  expect(saves).toHaveLength(2);
});

test("saves run one at a time, however many ask for one", async () => {
  const { draft, saves, last } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  draft.change("identity", "lastName", "Petrova");
  const flushed = [draft.flush(), draft.flush()];
  draft.sendPending();
  await pass(pauseMs);
  expect(saves).toHaveLength(1);
  await last().answer({ version: 2 });
  expect(saves).toHaveLength(2);
  await last().answer({ version: 3 });
  expect(await Promise.all(flushed)).toEqual([3, 3]);
  expect(saves).toHaveLength(2);
});

test("going to a step is sent at once, with what was typed last", async () => {
  const { draft, saves, last, status } = opened();
  draft.goTo("bank");
  await pass(0);
  expect(last().body).toEqual({ version: 1, changes: [], currentStep: "bank" });
  await last().answer({ version: 1 });
  expect(status()).toBe("untouched");
  draft.change("bank", "iban", "BG80");
  draft.goTo("work");
  await pass(0);
  expect(last().body).toEqual({
    version: 1,
    changes: [{ step: "bank", field: "iban", value: "BG80" }],
    currentStep: "work",
  });
  await last().answer({ version: 2 });
  await pass(pauseMs);
  expect(saves).toHaveLength(2);
});

test("without a connection what is typed is kept, and tried again after longer and longer waits", async () => {
  const { draft, saves, last, browser, status } = opened();
  draft.change("identity", "firstName", "Anna");
  expect(browser.kept).toEqual({ "identity.firstName": "Anna" });
  await pass(pauseMs);
  for (const wait of [firstWaitMs, 2 * firstWaitMs, 4 * firstWaitMs, 8 * firstWaitMs, longestWaitMs, longestWaitMs]) {
    const sent = saves.length;
    await last().fail(offline());
    expect(status()).toBe("waiting");
    await pass(wait - 1);
    expect(saves).toHaveLength(sent);
    await pass(1);
    expect(saves).toHaveLength(sent + 1);
  }
  await last().answer({ version: 2 });
  expect(status()).toBe("saved");
  expect(browser.kept).toEqual({});
  // The next failure starts with the shortest delay again.
  draft.change("identity", "firstName", "Annie");
  await pass(pauseMs);
  await last().fail(offline());
  const sent = saves.length;
  await pass(firstWaitMs);
  expect(saves).toHaveLength(sent + 1);
});

test("the step is sent again after a failure, unless the person has gone on", async () => {
  const { draft, last } = opened();
  draft.goTo("bank");
  await pass(0);
  await last().fail(offline());
  draft.retry();
  await pass(0);
  expect(last().body.currentStep).toBe("bank");
  draft.goTo("work");
  await last().fail(offline());
  await pass(0);
  expect(last().body.currentStep).toBe("work");
});

test("as soon as the connection is back, what waits is sent", async () => {
  const { draft, saves, last, status } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  await last().fail(offline());
  draft.retry();
  await pass(0);
  expect(saves).toHaveLength(2);
  await last().answer({ version: 2 });
  expect(status()).toBe("saved");
  await pass(longestWaitMs);
  expect(saves).toHaveLength(2);
});

test("too many requests wait as a missing connection does; other refusals are not repeated", async () => {
  const { draft, saves, last, browser, status } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  await last().fail(refused("tooManyRequests", 429));
  expect(status()).toBe("waiting");
  await pass(firstWaitMs);
  await last().fail(refused("badInput", 400));
  expect(status()).toBe("failed");
  expect(browser.kept).toEqual({ "identity.firstName": "Anna" });
  await pass(longestWaitMs);
  expect(saves).toHaveLength(2);
  // The next change retries everything.
  draft.change("identity", "lastName", "Petrova");
  await pass(pauseMs);
  await last().answer({ version: 2 });
  expect(status()).toBe("saved");
});

test.each([
  ["stateConflict", 409, "closed"],
  ["notFound", 404, "gone"],
] as const)("a save that meets %s says that nothing more can be saved", async (code, httpStatus, expected) => {
  const { draft, last, status } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  await last().fail(refused(code, httpStatus));
  expect(status()).toBe(expected);
  draft.change("identity", "firstName", "Annie");
  expect(status()).toBe(expected);
  expect(draft.getState().answers).toEqual({ identity: { firstName: "Annie" } });
});

test("flush sends what waits without the pause, and tells its caller what went wrong", async () => {
  const { draft, saves, last } = opened();
  draft.change("identity", "firstName", "Anna");
  const flushed = draft.flush();
  const outcome = expect(flushed).rejects.toMatchObject({ code: "stateConflict" });
  await pass(0);
  expect(saves).toHaveLength(1);
  await last().fail(refused("stateConflict", 409));
  await outcome;
});

test("what was kept from last time lies over the answers and is sent when the page is opened", async () => {
  const { draft, last, browser } = opened({ kept: { "identity.firstName": "Anna" } });
  expect(draft.getState().answers).toEqual({ identity: { firstName: "Anna" } });
  draft.open();
  await pass(pauseMs);
  expect(last().body.changes).toEqual([{ step: "identity", field: "firstName", value: "Anna" }]);
  await last().answer({ version: 2 });
  expect(browser.kept).toEqual({});
});

test("leaving the page sends what waits at once, and nothing where nothing does", async () => {
  const { draft, saves, last } = opened();
  const close = draft.open();
  close();
  await pass(longestWaitMs);
  expect(saves).toHaveLength(0);
  draft.change("identity", "firstName", "Anna");
  close();
  await pass(0);
  expect(last().body.changes).toHaveLength(1);
});

test("after the writer has signed out nothing is sent, and an answer under way changes nothing", async () => {
  const { draft, saves, last, browser, status } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  browser.hasLeft = true;
  browser.kept = {};
  await last().answer({ version: 2, form_data: { identity: { firstName: "Anna", lastName: "Petrova" } } });
  expect(browser.kept).toEqual({});
  expect(status()).toBe("saving");
  draft.sendPending();
  draft.retry();
  await pass(longestWaitMs);
  expect(saves).toHaveLength(1);
});

test("what another device wrote is taken over with the answer to a save, and named until it was seen", async () => {
  const { draft, last } = opened();
  draft.change("identity", "lastName", "Petrova");
  await pass(pauseMs);
  await last().answer({
    version: 3,
    form_data: { identity: { firstName: "Ana", lastName: "Petrova", birthPlace: "Plovdiv" } },
    replaced: {},
  });
  expect(draft.getState()).toMatchObject({
    answers: { identity: { firstName: "Ana", lastName: "Petrova", birthPlace: "Plovdiv" } },
    merged: { updated: ["identity.birthPlace"], overwritten: [] },
  });
  draft.forgetMerged();
  expect(draft.getState().merged).toEqual({ updated: [], overwritten: [] });
});

test("who wrote over another device's words learns it; going on forgets it", async () => {
  const { draft, last } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  await last().answer({
    version: 3,
    form_data: { identity: { firstName: "Anna" } },
    replaced: { identity: { firstName: "Annie" } },
  });
  expect(draft.getState().merged).toEqual({ updated: [], overwritten: ["identity.firstName"] });
  draft.goTo("bank");
  expect(draft.getState().merged).toEqual({ updated: [], overwritten: [] });
});

test("of a form that comes newer, what is being typed stays", async () => {
  const { draft } = opened();
  draft.change("identity", "firstName", "Anna");
  await draft.take(form(2, { firstName: "Annie", birthPlace: "Plovdiv" }));
  expect(draft.getState()).toMatchObject({
    answers: { identity: { firstName: "Anna", birthPlace: "Plovdiv" } },
    merged: { updated: ["identity.birthPlace"], overwritten: ["identity.firstName"] },
  });
});

test("a form that is no newer, or has no draft, changes nothing", async () => {
  const { draft } = opened();
  const before = draft.getState();
  await draft.take(form(1, { firstName: "Annie" }));
  await draft.take({ ...form(9, { firstName: "Annie" }), draft: null });
  expect(draft.getState()).toBe(before);
});

test("a version heard of during a save is news only where the save did not make it", async () => {
  const { draft, last } = opened();
  draft.change("identity", "firstName", "Anna");
  await pass(pauseMs);
  const own = draft.isBehind(2);
  const others = draft.isBehind(3);
  await last().answer({ version: 2 });
  expect(await own).toBe(false);
  expect(await others).toBe(true);
});
