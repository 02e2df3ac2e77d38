/** Sets a filter in the address, or removes it: undefined and "" are no filter. */
import { useCallback } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";

/** `options`: must be stable. */
export function useChangeParam(options?: NavigateOptions): (name: string, value: string | undefined) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (name, value) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, value);
        return next;
      }, options),
    [setParams, options],
  );
}
