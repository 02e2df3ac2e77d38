import { requestStates } from "@portico/api/rules/transaction-requests.ts";
import { expect, test } from "vitest";
import { isPossible, type RequestAction, requestActions } from "./states.ts";

const actionsIn = (state: (typeof requestStates)[number]) =>
  (Object.keys(requestActions) as RequestAction[]).filter((action) => isPossible(action, state));

test("what is possible in each state", () => {
  expect(Object.fromEntries(requestStates.map((state) => [state, actionsIn(state).join(" ")]))).toEqual({
    open: "confirm cancel expire decline pay finish match",
    awaitingSigners: "confirm cancel expire decline",
    paying: "return finish match",
    done: "return",
    declined: "match",
    withdrawn: "match",
    expired: "match",
    returned: "match",
  });
});

test("whatever was ordered can be paid or returned, and nothing leads to a state that is left by nothing", () => {
  const reached = new Set(Object.values(requestActions).flatMap(({ to }) => [...to]));
  expect([...reached].filter((state) => actionsIn(state).length === 0)).toEqual([]);
});
