/** Which changes of webhooks send more of the firm's data outside, or elsewhere: a second person confirms them while four eyes are on. */
import type { SettingValue } from "../settings/shapes.ts";

type Webhooks = SettingValue<"webhooks">;

/** An endpoint that is added, lies elsewhere or is told more. */
export function weakensWebhooks(before: Webhooks, after: Webhooks): "withFourEyes" | null {
  const known = new Map(before.endpoints.map((one) => [one.id, one]));
  const isMore = after.endpoints.some(({ id, url, events }) => {
    const was = known.get(id);
    return !was || was.url !== url || events.some((name) => !was.events.includes(name));
  });
  return isMore ? "withFourEyes" : null;
}
