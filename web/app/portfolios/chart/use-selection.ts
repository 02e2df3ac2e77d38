/** Days being selected on a chart, by pointer or keyboard. */

import { nearestPoint } from "@portico/reports/charts/scale.ts";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type SelectablePoint, type Selected, selectDays, stepBy } from "./selection.ts";

/** A pointer that moves less has pointed, not dragged. */
const dragPixels = 6;

interface Ends {
  anchor: string;
  head: string;
}

interface Asked {
  points: readonly SelectablePoint[];
  /** The first day of the range shown. */
  from: string;
  onSelect: (selected: Selected) => void;
  onCancel: () => void;
}

export function useSelection({ points, from, onSelect, onCancel }: Asked) {
  const [pointed, setPointed] = useState<string>();
  const [ends, setEnds] = useState<Ends>();
  const pressed = useRef<{ x: number; day: string; isDragged: boolean } | undefined>(undefined);
  const last = points.at(-1)?.day ?? "";
  const selected = ends && selectDays(points, ends.anchor, ends.head, from);
  const current = points.some(({ day }) => day === pointed) ? pointed : undefined;

  function cancel(): void {
    pressed.current = undefined;
    if (ends) onCancel();
    setEnds(undefined);
  }
  function apply(): void {
    pressed.current = undefined;
    setEnds(undefined);
    if (selected) onSelect(selected);
  }
  const dayAt = ({ currentTarget, clientX }: PointerEvent): string => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return nearestPoint(points, (clientX - left) / width)?.day ?? last;
  };
  // A dragging hand is not where the focus is: in some browsers a press does not focus the chart.
  useEffect(() => {
    if (!ends) return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || !pressed.current?.isDragged) return;
      event.stopImmediatePropagation();
      pressed.current = undefined;
      setEnds(undefined);
      onCancel();
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [ends, onCancel]);

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0) return;
      setEnds(undefined);
      pressed.current = { x: event.clientX, day: dayAt(event), isDragged: false };
    },
    onPointerMove(event: PointerEvent) {
      const day = dayAt(event);
      setPointed(day);
      const { current: press } = pressed;
      if (!press) return;
      if (!press.isDragged && Math.abs(event.clientX - press.x) < dragPixels) return;
      if (!press.isDragged) event.currentTarget.setPointerCapture(event.pointerId);
      press.isDragged = true;
      setEnds({ anchor: press.day, head: day });
    },
    onPointerUp() {
      if (pressed.current?.isDragged) apply();
      pressed.current = undefined;
    },
    /** The browser scrolls the page, or takes the pointer away otherwise. */
    onPointerCancel() {
      cancel();
      setPointed(undefined);
    },
    onPointerLeave() {
      if (pressed.current?.isDragged) return;
      pressed.current = undefined;
      setPointed(undefined);
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const index = points.findIndex(({ day }) => day === (current ?? last));
      const next = points[stepBy(event.key, index, points.length) ?? -1]?.day;
      if (next !== undefined) {
        setPointed(next);
        setEnds(event.shiftKey ? { anchor: ends?.anchor ?? current ?? last, head: next } : undefined);
      } else if (event.key === "Enter" && selected) apply();
      else if (event.key === "Escape" && ends) {
        cancel();
        event.stopPropagation();
      } else return;
      event.preventDefault();
    },
    onBlur() {
      setPointed(undefined);
      if (!pressed.current) setEnds(undefined);
    },
  };
  return { pointed: current, ends, selected, handlers };
}
