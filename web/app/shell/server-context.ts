/** What the page server passes to the rendering of a request. */
import type { Transport } from "@portico/api/client.ts";
import { createContext } from "react-router";

interface ServerSide {
  nonce: string;
  apiFetch: Transport;
  apiBase: string;
  apiPort: number;
  isDemo: boolean;
}

export const serverContext = createContext<ServerSide>();
