import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { pageNonce } from "./shell/nonce.ts";
import { reloadAfterFailedChunk } from "./shell/offline/reload.ts";
import { modulesReady } from "./shell/public/later-script.ts";

// Read by the library that Mantine's dialogs lock the page's scrolling with, for its style element.
// oxlint-disable-next-line no-underscore-dangle
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = pageNonce();
reloadAfterFailedChunk();

const hydrate = (): void =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
// Of a page that loads its modules later, one by one (public/later-script.ts).
const ready: unknown = Reflect.get(globalThis, modulesReady);
if (ready instanceof Promise) void ready.then(hydrate);
else hydrate();
