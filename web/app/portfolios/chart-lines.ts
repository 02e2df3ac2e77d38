/** Draws value and net deposits with lightweight-charts, in the colours of the theme. Loaded when a chart is on the page. */

import type { Performance } from "@portico/api/portfolios.ts";
import { AreaSeries, ColorType, createChart, LineSeries, LineStyle } from "lightweight-charts";

type Points = Performance["points"];

interface Lines {
  points: Points;
  language: string;
  format: (value: number) => string;
  onPoint: (day: string | undefined) => void;
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws into `place`; returns what takes it away. */
export function drawLines(place: HTMLElement, { points, language, format, onPoint }: Lines): () => void {
  const muted = token("--muted");
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: muted,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 12,
      attributionLogo: false,
    },
    localization: { locale: language, priceFormatter: format },
    grid: { vertLines: { visible: false }, horzLines: { color: token("--line") } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    handleScale: false,
    handleScroll: false,
    crosshair: { horzLine: { visible: false, labelVisible: false }, vertLine: { color: muted, labelVisible: false } },
  });
  const accent = token("--accent");
  const value = chart.addSeries(AreaSeries, {
    lineColor: accent,
    topColor: `${accent}2e`,
    bottomColor: `${accent}00`,
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const deposits = chart.addSeries(LineSeries, {
    color: muted,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  // A day without a price leaves a gap in the line, not a fall to zero.
  const line = (of: "value" | "netDeposits") =>
    points.map((point) => (point[of] === null ? { time: point.day } : { time: point.day, value: point[of] }));
  value.setData(line("value"));
  deposits.setData(line("netDeposits"));
  chart.timeScale().fitContent();
  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === "string" ? time : undefined));
  return () => chart.remove();
}
