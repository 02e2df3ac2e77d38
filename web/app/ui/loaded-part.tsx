/**
 * `const Dialog = loadedPart(() => import("./dialog.tsx"))`: a part of a page that is loaded when it is first shown. Like
 * React's `lazy`, but without a boundary, which React leaves empty for 300 ms even if the part is there sooner.
 */
import { type ComponentType, useEffect, useState } from "react";
import { isAnswered, whenAnswered, whenOnline } from "./when-online.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * `Waiting` is shown until it is loaded, which `load` begins before it is shown. While the server does not answer it
 * waits: the rest of the page, and what was typed there, stays. If it cannot be loaded otherwise, the page's error
 * boundary says so.
 */
export function loadedPart<Props extends object>(
  load: Load<Props>,
  Waiting: ComponentType<Props> = () => null,
): ComponentType<Props> & { load: () => Promise<void> } {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  function loadOnce(): Promise<void> {
    loading ??= load().then((loaded) => {
      Part = loaded.default;
    });
    // The next time that it is shown, it is tried again.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  function LoadedPart(props: Props) {
    const [, setLoaded] = useState(false);
    // Whether it was there when this was rendered: it may come before the effect runs.
    const [wasThere] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (wasThere) return undefined;
      const hidden = new AbortController();
      async function start(): Promise<void> {
        await whenOnline();
        if (hidden.signal.aborted) return;
        try {
          await loadOnce();
          setLoaded(true);
        } catch (error) {
          if (await isAnswered()) return setFailure({ error });
          await whenAnswered();
          await start();
        }
      }
      void start();
      return () => hidden.abort();
    }, [wasThere]);
    if (failure) throw failure.error;
    return Part ? <Part {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(LoadedPart, { load: loadOnce });
}
