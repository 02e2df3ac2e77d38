/** A model of a holder's form states, written only from docs/rules.md; the tests compare the portal with it. */
import fc from "fast-check";

export type ModelState = "preKYC" | "pendingKYC" | "postKYC" | "returnedKYC" | "pendingReKYC" | "rejected" | "disabled";
export type Staff = "officeA" | "officeB" | "admin";
export type Actor = "holder" | Staff;
export type Verdict = "postKYC" | "returnedKYC" | "rejected";
/** The result of an action: done, or the error code. */
export type Outcome = "done" | "stateConflict" | "fourEyes" | "badInput";

/** The actions of the portal, implemented by the pure rules and by the whole server. */
export interface Portal {
  fill(actor: Actor): Promise<Outcome>;
  submit(actor: Actor): Promise<Outcome>;
  decide(actor: Staff, verdict: Verdict, reason: boolean): Promise<Outcome>;
  renew(): Promise<Outcome>;
  disable(actor: Staff): Promise<Outcome>;
  enable(actor: Staff): Promise<Outcome>;
  state(): Promise<ModelState>;
}

export interface Model {
  state: ModelState;
  before: ModelState | null;
  /** A draft that can be filled in. */
  draft: boolean;
  /** A submission not decided yet. */
  waiting: boolean;
  /** Staff who filled in or submitted the current answers; a renewal keeps the answers and these staff. */
  hands: Set<Staff>;
}
export const newModel = (): Model => ({
  state: "preKYC",
  before: null,
  draft: false,
  waiting: false,
  hands: new Set(),
});

type Command = fc.AsyncCommand<Model, Portal>;

/** An action: the model's expected result, the portal's answer, and a comparison of both states afterwards. */
const command = (
  name: string,
  {
    may = () => true,
    expect,
    act,
  }: {
    may?: (model: Readonly<Model>) => boolean;
    expect: (model: Model) => Outcome;
    act: (portal: Portal) => Promise<Outcome>;
  },
): Command => ({
  check: (model) => may(model),
  toString: () => name,
  async run(model, portal) {
    const expected = expect(model);
    const answered = await act(portal);
    if (answered !== expected) throw new Error(`${name}: ${answered} instead of ${expected} in ${model.state}`);
    const state = await portal.state();
    if (state !== model.state) throw new Error(`${name}: ${state} instead of ${model.state}`);
  },
});

const isOpen = ({ state, waiting }: Model) =>
  state === "preKYC" || state === "returnedKYC" || (state === "pendingReKYC" && !waiting);
/** A disabled person has no session. */
const canAct = (actor: Actor) => (model: Readonly<Model>) => actor !== "holder" || model.state !== "disabled";

const fill = (actor: Actor): Command =>
  command(`fill by ${actor}`, {
    may: canAct(actor),
    act: (portal) => portal.fill(actor),
    expect(model) {
      if (!isOpen(model)) return "stateConflict";
      model.draft = true;
      if (actor !== "holder") model.hands.add(actor);
      return "done";
    },
  });

const submit = (actor: Actor): Command =>
  command(`submit by ${actor}`, {
    may: canAct(actor),
    act: (portal) => portal.submit(actor),
    expect(model) {
      if (!isOpen(model) || !model.draft) return "stateConflict";
      model.draft = false;
      model.waiting = true;
      if (actor !== "holder") model.hands.add(actor);
      if (model.state !== "pendingReKYC") model.state = "pendingKYC";
      return "done";
    },
  });

const decide = (actor: Staff, verdict: Verdict, reason: boolean): Command =>
  command(`${verdict} by ${actor}${reason ? " with a reason" : ""}`, {
    act: (portal) => portal.decide(actor, verdict, reason),
    expect(model) {
      if (model.state === "rejected" && verdict === "returnedKYC" && actor === "admin") {
        model.state = "returnedKYC";
        model.draft = true;
        return "done";
      }
      // A disabled holder returns to the previous state, if the admin names that state.
      if (model.state === "disabled" && actor === "admin" && model.before === verdict) {
        model.state = model.before;
        model.before = null;
        return "done";
      }
      if (!model.waiting || (model.state !== "pendingKYC" && model.state !== "pendingReKYC")) return "stateConflict";
      if (verdict === "postKYC" && model.hands.has(actor)) return "fourEyes";
      if (verdict !== "postKYC" && !reason) return "badInput";
      model.waiting = false;
      model.state = verdict;
      if (verdict === "returnedKYC") model.draft = true;
      return "done";
    },
  });

const renew: Command = command("renewal by the holder", {
  may: canAct("holder"),
  act: (portal) => portal.renew(),
  expect(model) {
    if (model.state !== "postKYC") return "stateConflict";
    model.state = "pendingReKYC";
    model.draft = true;
    return "done";
  },
});

const disable = (actor: Staff): Command =>
  command(`disable by ${actor}`, {
    act: (portal) => portal.disable(actor),
    expect(model) {
      if (actor !== "admin" || model.state === "disabled") return "stateConflict";
      model.before = model.state;
      model.state = "disabled";
      return "done";
    },
  });

const enable = (actor: Staff): Command =>
  command(`enable by ${actor}`, {
    // Only for a disabled holder: otherwise the same call means something else.
    may: ({ state }) => state === "disabled",
    act: (portal) => portal.enable(actor),
    expect(model) {
      if (actor !== "admin") return "stateConflict";
      model.state = model.before ?? "preKYC";
      model.before = null;
      return "done";
    },
  });

const staff = fc.constantFrom<Staff[]>("officeA", "officeB", "admin");
const actor = fc.oneof({ weight: 3, arbitrary: fc.constant<Actor>("holder") }, { weight: 1, arbitrary: staff });
const verdict = fc.constantFrom<Verdict[]>("postKYC", "returnedKYC", "rejected");

/** Random sequences of actions, weighted towards those that succeed. */
export const actions = [
  actor.map(fill),
  actor.map(submit),
  actor.map(submit),
  fc.tuple(staff, verdict, fc.boolean()).map((all) => decide(...all)),
  fc.tuple(staff, verdict, fc.constant(true)).map((all) => decide(...all)),
  fc.constant(renew),
  staff.map(disable),
  staff.map(enable),
];
