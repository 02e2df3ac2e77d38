/**
 * A refusal stays until its cause is touched: a field that it names, or any field of its form if it names none; the dialog
 * is closed and opened; something else there succeeds; the connection returns; the time to wait has passed.
 */
import { ApiError } from "@portico/api/errors.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { onSocketConnect } from "../offline/socket.ts";
import { findArea, homeOf, lastTouch, recordTouches, type Touch, watchArea } from "./touches.ts";

/** What an edit leaves of an error; null if nothing. */
function withoutField(error: unknown, field: Element): unknown {
  if (!(error instanceof ApiError)) return null;
  // Neither a newer state nor a limit of time goes by typing.
  if (error.code === "stateConflict" || (error.code === "tooManyRequests" && error.retryAfter)) return error;
  if (error.errors.length === 0) return null;
  const name = field.getAttribute("name") ?? "";
  const isNamed = ({ path }: { path: string }): boolean => name !== "" && (path === name || path.endsWith(`.${name}`));
  const left = error.errors.filter((each) => !isNamed(each));
  if (left.length === error.errors.length) {
    // A marked field that has no name may be any of them. An item of a list, such as a file, is no field.
    const isMarked = field.getAttribute("aria-invalid") === "true";
    const isOfOther =
      findArea(field).querySelector("[aria-invalid='true']") ?? left.every(({ path }) => /\.\d+$/.test(path));
    return !isMarked && isOfOther ? error : null;
  }
  return left.length === 0 ? null : Object.assign(new ApiError(error), { errors: left });
}

/**
 * `forget` is called when nothing is left of the failure. Returns what is left of it, and `begin`, to be called when an
 * action begins: where the person is then is where the failure belongs.
 */
export function useRefusal<Failure>(failure: Failure, forget: () => void) {
  const [left, setLeft] = useState<{ of: Failure; is: unknown }>();
  const touch = useRef<Touch>(undefined);
  const isShown = failure !== null && failure !== undefined;
  const current = left && left.of === failure ? left.is : failure;
  const now = useRef({ current, forget });
  useLayoutEffect(() => {
    now.current = { current, forget };
  });
  useEffect(recordTouches, []);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const origin = (touch.current ??= lastTouch());
    const { status, retryAfter }: Partial<ApiError> = failure instanceof ApiError ? failure : {};
    const end = () => now.current.forget();
    const edit = (field: Element) => {
      const rest = withoutField(now.current.current, field);
      if (rest === null) end();
      else if (rest !== now.current.current) setLeft({ of: failure, is: rest });
    };
    const stops = [watchArea(origin, edit, end)];
    // A failure in words does not say that it was the connection.
    if (status === 0 || !navigator.onLine) {
      const back = () => end();
      addEventListener("online", back);
      stops.push(onSocketConnect(back), () => removeEventListener("online", back));
    }
    if (retryAfter) {
      const timer = setTimeout(end, retryAfter * 1000);
      stops.push(() => clearTimeout(timer));
    }
    return () => {
      for (const stop of stops) stop();
    };
  }, [failure, isShown]);

  // The dialog of the failure is gone; if it is open again, that is another one.
  const home = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (!isShown) home.current = undefined;
    else if (!home.current) home.current = homeOf(touch.current ?? lastTouch());
    else if (!home.current.isConnected) forget();
  });

  return {
    left: current as Failure,
    begin: (): Touch => {
      touch.current = lastTouch();
      return touch.current;
    },
  };
}

/** The failure of an action that is not a `useChange`: to be set to undefined when the action begins. */
export function useFailure<Failure = string>() {
  const [failure, setFailure] = useState<Failure>();
  const { left, begin } = useRefusal(failure, () => setFailure(undefined));
  const set = (next: Failure | undefined): void => {
    // A failure without a call has no beginning of its own.
    if (next === undefined || failure !== undefined) begin();
    setFailure(() => next);
  };
  return [left, set] as const;
}
