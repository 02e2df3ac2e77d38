/** The colour of a chart's slot, one of 35 (chart-colours.css); grey without a slot. */
export const chartSlots = 35;

/** `slot` counts from 0. */
export const chartColour = (slot: number | undefined): string =>
  slot !== undefined && slot >= 0 && slot < chartSlots ? `var(--chart-${slot + 1})` : "var(--chart-default)";
