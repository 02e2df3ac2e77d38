/** Corporate actions as their holder sees them: what comes, what may be chosen, what was booked. */
import type { corporateActions as calls, OwnAction } from "@portico/api/corporate-actions.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { type ActionState, type OptionName, optionsOf } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { getUserNames } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import { type ActionRecord, listKnownToHolder } from "./actions.queries.ts";
import { refusalToElect } from "./corporate-actions.policy.ts";
import { type ElectionRecord, listOpen } from "./elections.queries.ts";
import { presentElection } from "./elections.ts";
import { findEntitled } from "./entitlement.queries.ts";
import { describe } from "./listing.ts";
import { workOut } from "./outcome.ts";
import { listBookedByActions, type ShareRecord } from "./shares.queries.ts";
import { toBooked } from "./shares.ts";

/** Days for which what is over stays listed. */
const listedDays = 400;

const states: Record<ActionState, OwnAction["state"]> = {
  announced: "changing",
  confirmed: "coming",
  applying: "coming",
  applied: "applied",
  undoing: "applied",
  undone: "undone",
  cancelled: "cancelled",
};

interface Shown {
  action: ActionRecord;
  holder: Holder;
  units: Decimal;
  booked: ShareRecord | undefined;
  elections: readonly ElectionRecord[];
  names: ReadonlyMap<number, string>;
  today: string;
  canElect: boolean;
}

function present({ action, holder, units, booked, elections, names, today, canElect }: Shown): OwnAction {
  const bring = (option: OptionName | null) =>
    workOut(toBooked(action), { holder, units, option, cost: null, custodian: null }).outcome;
  const find = (state: ElectionRecord["state"]) => {
    const found = elections.find((one) => one.actionId === action.id && one.state === state);
    return found ? presentElection(found, names) : null;
  };
  const options = optionsOf(action.type);
  const isOver = action.state === "cancelled" || action.state === "undone";
  const expected = options.length === 0 && !isOver && action.state !== "applied" ? bring(null) : null;
  return {
    ...describe(action),
    state: states[action.state],
    units: booked?.units ?? units.toFixed(),
    isFinal: action.exDay <= today,
    outcome: booked?.state === "booked" ? booked.outcome : expected,
    choices: options.map((option) => ({ option, isDefault: option === action.defaultOption, outcome: bring(option) })),
    election: find("standing"),
    pending: find("awaitingSigners"),
    can: { elect: canElect },
  };
}

/** The latest ex-day first; those of which no unit entitles the holder are not listed. */
export async function listOwnActions(
  context: Context,
  { holderType, holderId }: Holder,
): Promise<Answer<(typeof calls)["listOwn"]>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const holder = { holderType, holderId };
  const now = context.now();
  const { today, timeZone } = await firmDay(db, now);
  const actions = await listKnownToHolder(db, holder, { since: addDays(today, -listedDays) });
  const ids = actions.map(({ id }) => id);
  const bookedOf = await listBookedByActions(db, holder, ids);
  const elections = await listOpen(db, holder, ids);
  const names = await getUserNames(db, [...new Set(elections.map(({ electedBy }) => electedBy))]);
  const shown: OwnAction[] = [];
  for (const action of actions) {
    const entitled = await findEntitled(db, action, holder);
    const booked = bookedOf.get(action.id);
    if (!entitled && !booked) continue;
    const canElect =
      entitled !== undefined && isHolder(viewer, holder) && refusalToElect(action, { now, byStaff: false }) === null;
    const units = new Decimal(entitled?.units ?? 0);
    shown.push(present({ action, holder, units, booked, elections, names, today, canElect }));
  }
  return { actions: shown, timeZone };
}
