/** What the person did last and where, so that a refusal goes when its cause is touched, and not before. */

/** One click, key or choice. Two calls of the same touch belong together. Without an area: the page. */
export interface Touch {
  area?: Element;
}

/** The dialog, form or card of an element: what is refused there concerns its fields. */
export function findArea(element: Element): Element {
  const form = "form" in element && element.form instanceof HTMLFormElement ? element.form : null;
  return (
    element.closest("[role='dialog'], [role='alertdialog']") ??
    form ??
    element.closest("form") ??
    element.closest("section, main") ??
    document.body
  );
}

let last: Touch = {};
let isRecording = false;

function record(event: Event): void {
  // Other keys only move or write.
  if (event instanceof KeyboardEvent && event.key !== "Enter") return;
  if (event.target instanceof Element) last = { area: findArea(event.target) };
}

/** Begins to record, once: the pages do so with their first writing call. */
export function recordTouches(): void {
  if (isRecording) return;
  isRecording = true;
  for (const kind of ["click", "submit", "keydown", "change", "drop"])
    document.addEventListener(kind, record, { capture: true, passive: true });
}

export const lastTouch = (): Touch => last;

/** The area of a touch as it stands; the page, if the form was made anew while the call ran. */
export const homeOf = ({ area }: Touch): Element => (area?.isConnected ? area : document.body);

const successes = new Set<(touch: Touch) => void>();

/** A writing call succeeded: refusals of earlier tries in its area are over. */
export function tellSuccess(touch: Touch): void {
  for (const hear of successes) hear(touch);
}

const areSame = (one: Element, other: Element): boolean => one.contains(other) || other.contains(one);

/** The field that a choice is for: the options of a list lie outside of its form. */
function fieldOf(target: Element): Element {
  const list = target.closest("[role='option']")?.closest("[role='listbox']");
  return (list?.id && document.querySelector(`[aria-controls="${CSS.escape(list.id)}"]`)) || target;
}

/**
 * Hears what may end a refusal that began with this touch: a field of its area is edited (`onEdit`), or something else
 * there succeeds (`onSuccess`). Returns how to stop.
 */
export function watchArea(touch: Touch, onEdit: (field: Element) => void, onSuccess: () => void): () => void {
  const area = homeOf(touch);
  const edit = (event: Event): void => {
    if (!(event.target instanceof Element)) return;
    const field = fieldOf(event.target);
    // Leaving a text field is a change too, of what was typed before; a click counts where it chooses.
    if (event.type === "change" && !(field instanceof HTMLInputElement && field.type === "file")) return;
    if (event.type === "click" && field === event.target && !field.matches("[role='option']")) return;
    if (area.contains(field)) onEdit(field);
  };
  const succeed = (other: Touch): void => {
    if (other !== touch && areSame(homeOf(other), area)) onSuccess();
  };
  const kinds = ["input", "change", "drop", "click"];
  for (const kind of kinds) document.addEventListener(kind, edit, { capture: true, passive: true });
  successes.add(succeed);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, edit, { capture: true });
    successes.delete(succeed);
  };
}
