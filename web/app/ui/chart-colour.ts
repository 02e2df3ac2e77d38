/** The colour of a chart's slot, 35 of them (chart-colours.css); grey for what has no slot. */
export const chartSlots = 35;

/** `slot` counts from 0. */
export const chartColour = (slot: number | undefined): string =>
  slot !== undefined && slot >= 0 && slot < chartSlots ? `var(--chart-${slot + 1})` : "var(--chart-default)";
