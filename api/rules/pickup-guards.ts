/** Which changes of pickup let more in, or from elsewhere, so that a second person confirms them while four eyes are on. */
import type { PickupConnection } from "../pickups/settings.ts";
import type { SettingValue } from "../settings/shapes.ts";

/** As api/rules/guards.ts has it. */
type Weakening = "withFourEyes" | null;
type Pickups = SettingValue<"pickups">;
type Sources = SettingValue<"quoteSources">;

/** Where the portal reads from and writes to; what may be changed by one person is left out. */
const guarded = ({ host, port, user, fingerprint, folder, pattern, processedFolder }: PickupConnection): string =>
  JSON.stringify([host, port, user, fingerprint, folder, pattern, processedFolder]);

/** A folder that is added, switched on, or lies elsewhere; switching one off takes one person. */
export function weakensPickups(before: Pickups, after: Pickups): Weakening {
  const known = new Map(before.connections.map((one) => [one.custodianId, one]));
  const isWeaker = after.connections.some((one) => {
    const was = known.get(one.custodianId);
    return !was || guarded(was) !== guarded(one) || (one.isOn && !was.isOn);
  });
  return isWeaker ? "withFourEyes" : null;
}

/** A source that is switched on or lies elsewhere, or whose values are stored without a person. */
export function weakensSources(before: Sources, after: Sources): Weakening {
  const isWeaker = (["ecb", "prices"] as const).some((name) => {
    const [was, is] = [before[name], after[name]];
    if (!is) return false;
    return !was || was.url !== is.url || (is.isOn && !was.isOn) || (is.automatic && !was.automatic);
  });
  return isWeaker ? "withFourEyes" : null;
}
