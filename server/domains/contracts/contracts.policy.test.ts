/**
 * The policy of contracts against a model written from docs/rules.md, over sequences of actions by people of both sides.
 * The model knows neither the table nor the policy.
 */
import {
  type ContractSide,
  type ContractState,
  contractTransition,
  type SignerRule,
} from "@portico/api/contract-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Viewer } from "../../kernel/viewer.ts";
import { isComplete, leastSignatures, neededSignatures, type Signer } from "../holders/needed-signatures.ts";
import { actorOf, type ContractStatus, refusalToAct } from "./contracts.policy.ts";

const company: Holder = { holderType: "company", holderId: 1 };
const viewer = (userId: number, role: Role, represents: number[] = []): Viewer => ({
  sessionId: 1,
  userId,
  role,
  state: "postKYC",
  name: "",
  clientNumber: null,
  represents,
  begun: [],
  delegated: [],
  freshUntil: null,
  coolingUntil: null,
  lacksSecondFactor: false,
});
const people = {
  first: viewer(1, "client", [1]),
  second: viewer(2, "client", [1]),
  third: viewer(3, "client", [1]),
  stranger: viewer(4, "client"),
  internal: viewer(5, "internal"),
  office: viewer(6, "office"),
  admin: viewer(7, "admin"),
  ownOffice: viewer(8, "office", [1]),
};
type Person = keyof typeof people;
const acting: Person[] = ["first", "second", "third", "ownOffice"];
const actingIds = acting.map((one) => people[one].userId);

const attempts = ["sign", "countersign", "reject", "decline", "withdraw"] as const;
type Attempt = (typeof attempts)[number];
interface Start {
  createdBy: ContractSide;
  counterSign: boolean;
  rule: SignerRule;
}

const alone = (id: number): Signer => ({ id, name: "", bindsAlone: true, counts: true, needs: [], why: null });
const jointly = (id: number): Signer => ({ ...alone(id), bindsAlone: false });

/** The product: policy and table. Whether the action was done. */
function actual({ createdBy, counterSign, rule }: Start) {
  let state: ContractState = "awaitingClient";
  const signedBy: number[] = [];
  const isLast = () => isComplete(rule, actingIds.map(alone), signedBy);
  if (createdBy === "client") {
    signedBy.push(people.first.userId);
    const facts = { createdBy, counterSign, isLastSigner: isLast() };
    state = contractTransition(null, "propose", "holder", facts)?.to(facts) ?? state;
  }
  return {
    state: () => state,
    act(who: Person, action: Attempt): boolean {
      const one = people[who];
      const status: ContractStatus = {
        holder: company,
        state,
        byAdmin: createdBy === "firm",
        signedByViewer: signedBy.includes(one.userId),
        signed: signedBy.length,
        hasClientFields: false,
      };
      if (refusalToAct(one, status, action) !== null) return false;
      if (action === "sign") signedBy.push(one.userId);
      const facts = { createdBy, counterSign, isLastSigner: isLast() };
      const to = contractTransition(state, action, actorOf(one, company), facts)?.to(facts);
      if (!to) throw new Error("the policy allowed what the table has not");
      state = to;
      return true;
    },
  };
}

/** The rules as sentences. */
function model({ createdBy, counterSign, rule }: Start) {
  const wanted = { any: 1, two: 2, all: acting.length }[rule];
  const signed = new Set<Person>();
  let state = "awaitingClient";
  const sign = (who: Person) => {
    signed.add(who);
    if (signed.size >= wanted) state = counterSign || createdBy === "client" ? "awaitingAdmin" : "approved";
  };
  if (createdBy === "client") sign("first");
  return {
    state: () => state,
    act(who: Person, action: Attempt): boolean {
      const ofHolder = acting.includes(who);
      const ofFirm = who === "office" || who === "admin";
      const isOpen = state === "awaitingClient" || state === "awaitingAdmin";
      if (action === "sign" && ofHolder && state === "awaitingClient" && !signed.has(who)) sign(who);
      else if (action === "countersign" && ofFirm && state === "awaitingAdmin") state = "approved";
      else if (action === "reject" && ofHolder && state === "awaitingClient") state = "rejectedByClient";
      else if (action === "decline" && ofFirm && state === "awaitingAdmin") state = "rejectedByAdmin";
      else if (action === "withdraw" && isOpen && ofHolder && createdBy === "client") state = "rejectedByClient";
      else if (action === "withdraw" && isOpen && ofFirm && createdBy === "firm") state = "rejectedByAdmin";
      else return false;
      return true;
    },
  };
}

test("10,000 sequences of actions by everybody end where the rules say, and each is done or refused as they say", () => {
  const start = fc.record({
    createdBy: fc.constantFrom<ContractSide>("client", "firm"),
    counterSign: fc.boolean(),
    rule: fc.constantFrom<SignerRule>("any", "two", "all"),
  });
  const step = fc.tuple(fc.constantFrom(...(Object.keys(people) as Person[])), fc.constantFrom(...attempts));
  const ends = new Set<string>();
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 14 }), (one, steps) => {
      const [product, rules] = [actual(one), model(one)];
      for (const [who, action] of steps) {
        expect([who, action, product.act(who, action)]).toEqual([who, action, rules.act(who, action)]);
        expect(product.state()).toBe(rules.state());
      }
      ends.add(product.state());
    }),
    { numRuns: 10_000 },
  );
  expect(ends).toEqual(new Set(["awaitingClient", "awaitingAdmin", "approved", "rejectedByClient", "rejectedByAdmin"]));
});

test("two signatures are two people's, and of one person's company one", () => {
  expect(neededSignatures("two", 1)).toBe(1);
  expect(neededSignatures("two", 5)).toBe(2);
  expect(neededSignatures("all", 0)).toBe(1);
  expect(isComplete("two", [1, 2, 3].map(alone), [1, 9])).toBe(false);
  expect(isComplete("all", [], [])).toBe(false);
});

test("who acts jointly by the company's form binds it with another alone, whatever the rule; a rule can only ask for more", () => {
  const [anna, boris, vera] = [alone(1), jointly(2), jointly(3)];
  expect(isComplete("any", [boris, vera], [2])).toBe(false);
  expect(isComplete("any", [boris, vera], [2, 3])).toBe(true);
  expect(isComplete("any", [anna, boris, vera], [1])).toBe(true);
  expect(isComplete("any", [anna, boris, vera], [2])).toBe(false);
  expect(isComplete("all", [anna, boris, vera], [1, 2])).toBe(false);
  // The other has no account: one alone binds nobody.
  expect(isComplete("any", [boris], [2])).toBe(false);
  expect([leastSignatures("any", [boris]), leastSignatures("any", [anna, boris]), leastSignatures("any", [])]).toEqual([
    2, 1, 1,
  ]);
});

test("the portal alone ends a contract, and nobody leaves a finished one", () => {
  const facts = { createdBy: "firm" as const, counterSign: true, isLastSigner: true };
  for (const from of ["awaitingClient", "awaitingAdmin"] as const)
    expect(contractTransition(from, "end", "system", facts)?.to(facts)).toBe("rejected");
  for (const from of ["approved", "rejected", "rejectedByClient", "rejectedByAdmin"] as const)
    for (const action of [...attempts, "end"] as const)
      for (const actor of ["holder", "office", "system"] as const)
        expect(contractTransition(from, action, actor, facts)).toBeUndefined();
});
