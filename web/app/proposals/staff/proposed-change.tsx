/** What a proposal changes: a setting's difference field by field, of others the value before and after. */
import type { Proposal } from "@portico/api/proposals.ts";
import { ValueDiff } from "../../shell/staff/history/value-diff.tsx";
import { useText } from "../../ui/text.tsx";
import { isStale, useProposalValue } from "./proposal-labels.ts";

type Proposed = Pick<Proposal, "action" | "holder_type" | "before" | "after" | "now">;

/** A side of a proposed setting without what names it. */
const valueOf = ({ setting: _setting, savedAt: _savedAt, ...value }: Record<string, unknown>) => value;

/** Terms and their descriptions, for a list of them. */
export function ProposedChange({ proposal }: { proposal: Proposed }) {
  const t = useText();
  const shown = useProposalValue();
  const { action, before, after, now } = proposal;
  const stale = isStale(proposal) ? now : null;
  const parts =
    action === "saveSetting"
      ? ([
          ...(stale ? [["now", difference(after["setting"], before, stale)] as const] : []),
          ["change", difference(after["setting"], before, after)],
        ] as const)
      : ([
          ["before", shown(proposal, before)],
          ...(stale ? [["now", shown(proposal, stale)] as const] : []),
          ["after", shown(proposal, after)],
        ] as const);
  return parts.map(([name, content]) => (
    <div key={name}>
      <dt>{t(name === "change" ? "admin.history.changes" : `admin.proposals.${name}`)}</dt>
      <dd>{content}</dd>
    </div>
  ));
}

const difference = (setting: unknown, before: Record<string, unknown>, after: Record<string, unknown>) => (
  <ValueDiff setting={String(setting)} before={valueOf(before)} after={valueOf(after)} />
);
