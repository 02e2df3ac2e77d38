/** The rules alone, without I/O: every path through the form compared with the model, and each rule of the policy. */
import { type ContractState, contractStates, contractTransitions } from "@portico/api/contract-states.ts";
import { type HolderState, type StateActor, transitions, transitionTo } from "@portico/api/holder-states.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formTypeOf,
  isExplained,
  isLocked,
  isOpen,
  isReviewable,
  refusalToAccept,
  refusalToApprove,
  reopenedSteps,
  stepOf,
  submitActionOf,
} from "./forms.policy.ts";
import {
  type Actor,
  actions,
  newModel,
  type Outcome,
  type Portal,
  type Staff,
  type Verdict,
} from "./testing/form-model.ts";

const userIds: Record<Actor, number> = { holder: 1, officeA: 2, officeB: 3, admin: 4 };
const levelOf = (actor: Actor): StateActor => (actor === "holder" || actor === "admin" ? actor : "office");

/** The table of api/holder-states.ts and the policy, combined as in the service. */
class Rules implements Portal {
  private now: HolderState = "preKYC";
  private before: HolderState | null = null;
  private draft: { filledBy: number[] } | null = null;
  private waiting: { submittedBy: number; filledBy: number[] } | null = null;
  private last: number[] = [];

  private get status() {
    return { state: this.now, isWaiting: this.waiting !== null };
  }
  private with(filledBy: number[], actor: Actor): number[] {
    return actor === "holder" ? filledBy : [...filledBy, userIds[actor]];
  }

  async fill(actor: Actor): Promise<Outcome> {
    if (!isOpen(this.status)) return "stateConflict";
    this.draft = { filledBy: this.with(this.draft?.filledBy ?? [], actor) };
    return "done";
  }
  async submit(actor: Actor): Promise<Outcome> {
    if (!isOpen(this.status) || !this.draft) return "stateConflict";
    const transition = transitions.find(({ action }) => action === submitActionOf(this.now));
    if (!transition?.from.includes(this.now)) return "stateConflict";
    this.waiting = { submittedBy: userIds[actor], filledBy: this.with(this.draft.filledBy, actor) };
    this.last = this.waiting.filledBy;
    this.draft = null;
    this.now = transition.to as HolderState;
    return "done";
  }
  async decide(actor: Staff, verdict: Verdict, reason: boolean): Promise<Outcome> {
    return this.change(actor, verdict, reason ? "Because" : null);
  }
  renew = async (): Promise<Outcome> => this.change("holder", "pendingReKYC", null);
  disable = async (actor: Staff): Promise<Outcome> => this.change(actor, "disabled", null);
  enable = async (actor: Staff): Promise<Outcome> => this.change(actor, this.before ?? "preKYC", null);
  state = async (): Promise<HolderState> => this.now;

  private change(actor: Actor, to: HolderState, reason: string | null): Outcome {
    const transition = transitionTo(this.now, to, levelOf(actor), this.before);
    if (!transition) return "stateConflict";
    if (transition.decides) {
      if (!this.waiting || !isReviewable(this.status)) return "stateConflict";
      if (transition.decides === "approved" && refusalToApprove({ userId: userIds[actor] }, this.waiting, null))
        return "fourEyes";
      if (!isExplained(transition.decides, { reason, remarks: 0 })) return "badInput";
      this.draft = transition.decides === "returned" ? { filledBy: this.waiting.filledBy } : null;
      this.waiting = null;
    }
    // A renewal starts with the approved answers and everyone who contributed to them.
    if (transition.action === "review" || transition.action === "reopen") this.draft = { filledBy: this.last };
    const { before } = this;
    this.before = to === "disabled" ? this.now : null;
    this.now = transition.to === "before" ? (before ?? "preKYC") : transition.to;
    return "done";
  }
}

test("in 12,000 sequences of actions the rules answer as the model does", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(actions, { maxCommands: 40, size: "max" }), async (commands) => {
      await fc.asyncModelRun(() => ({ model: newModel(), real: new Rules() }), commands);
      taken += [...commands].length;
    }),
    { numRuns: 12_000 },
  );
  expect(taken).toBeGreaterThan(100_000);
});

test("a person fills in one form and a company the other", () => {
  expect([formTypeOf({ holderType: "user" }), formTypeOf({ holderType: "company" })]).toEqual(["KYC", "companyKYC"]);
});

test("an accepted step stays, and a renewal opens its own steps only", () => {
  expect(isLocked("tax", { accepted: ["tax"], renew: null })).toBe(true);
  expect(isLocked("tax", { accepted: [], renew: null })).toBe(false);
  expect(isLocked("tax", { accepted: [], renew: ["document"] })).toBe(true);
  expect(isLocked("document", { accepted: [], renew: ["document"] })).toBe(false);
});

test("a returned renewal opens what was renewed and what was remarked on", () => {
  expect(reopenedSteps(["document"], ["tax", "document"])).toEqual(["document", "tax"]);
  expect(reopenedSteps(null, ["tax"])).toBeNull();
});

test("who submitted or filled in a form never approves it", () => {
  const refusals = (...[viewer, form]: Parameters<typeof refusalToAccept>) => [
    refusalToAccept(viewer, form),
    refusalToApprove(viewer, form, null),
  ];
  expect(refusals({ userId: 1 }, { submittedBy: 1, filledBy: [] })).toEqual(["fourEyes", "fourEyes"]);
  expect(refusals({ userId: 2 }, { submittedBy: 1, filledBy: [2] })).toEqual(["fourEyes", "fourEyes"]);
  expect(refusals({ userId: 3 }, { submittedBy: 1, filledBy: [2] })).toEqual([null, null]);
});

test("a required contract counts once both sides have signed it, and in no other state", () => {
  const form = { submittedBy: 1, filledBy: [] };
  const withContract = (state: ContractState | null) =>
    refusalToApprove({ userId: 3 }, form, {
      contract: state && { id: 1, state, signed: 1, signed_by_reader: false },
    });
  expect(contractStates.filter((state) => withContract(state) === null)).toEqual(["approved"]);
  expect(withContract(null)).toBe("contractMissing");
  // Whoever contributed reads that, whatever is missing besides.
  expect(refusalToApprove({ userId: 1 }, form, { contract: null })).toBe("fourEyes");
  // So an approval never rests on a contract that somebody takes back.
  expect(contractTransitions.filter(({ from }) => from.includes("approved"))).toEqual([]);
});

test("a return says why by words or by remarks, a rejection by words", () => {
  expect(isExplained("returned", { reason: null, remarks: 0 })).toBe(false);
  expect(isExplained("returned", { reason: null, remarks: 1 })).toBe(true);
  expect(isExplained("rejected", { reason: null, remarks: 1 })).toBe(false);
  expect(isExplained("rejected", { reason: "No", remarks: 0 })).toBe(true);
  expect(isExplained("approved", { reason: null, remarks: 0 })).toBe(true);
});

test("the step of a path is its first word", () => {
  expect([stepOf("tax"), stepOf("tax.residences.a1.tin")]).toEqual(["tax", "tax"]);
});
