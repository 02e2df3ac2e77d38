/** The events that the server sends to open pages: those of the domains, and two that concern all of them. */
import { type Collected, collect } from "./collect.ts";
import { type Declaration, type SocketEvent, socketEvent } from "./declaration.ts";
import * as domains from "./domains.ts";
import type { SettingName } from "./settings/shapes.ts";
import type { StaleCalls } from "./stale-calls.ts";

const declarations: readonly Declaration[] = Object.values(domains);

/** What a page fetches again if it may have missed events before its socket connected. */
export const staleByConnection: StaleCalls = Object.fromEntries(
  declarations.flatMap(({ afterReconnect = [] }) => afterReconnect.map((call) => [call, {}])),
);

const ofAllDomains = {
  /** A setting of the firm was saved. */
  "setting:changed": socketEvent<{ name: string }>({
    to: "staff",
    carries: { name: true },
    stale: ({ name }) =>
      Object.assign(
        { "settings.get": { params: { name } }, "settings.listVersions": { params: { name: name as "amountBands" } } },
        ...declarations.map(({ staleBySetting }) => staleBySetting?.[name as SettingName]),
      ),
  }),
  /** This page has just connected, and may have missed events before. */
  "connection:missed": socketEvent<Record<string, never>>({
    to: "session",
    carries: {},
    stale: () => staleByConnection,
  }),
};

export const socketEvents: Collected<typeof domains, "events"> & typeof ofAllDomains = {
  ...collect(domains, "events"),
  ...ofAllDomains,
};

export type ServerEventName = keyof typeof socketEvents;
/** The fields of each event. */
export type ServerEventFields = {
  [Name in ServerEventName]: (typeof socketEvents)[Name] extends SocketEvent<infer Fields> ? Fields : never;
};
export type ServerEvents = { [Name in ServerEventName]: (event: ServerEventFields[Name]) => void };

/** What an event makes stale, by its name. */
export const staleByEvent = <Name extends ServerEventName>(name: Name, event: ServerEventFields[Name]): StaleCalls =>
  (socketEvents[name].stale as (event: ServerEventFields[Name]) => StaleCalls)(event);
