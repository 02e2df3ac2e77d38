/** How a setting is declared and read from the environment. */
import { resolve } from "node:path";

export interface Setting<T> {
  name: string;
  /** As shown in the table for operators. */
  shownDefault: string;
  meaning: string;
  read: (text: string | undefined, environment: Environment) => T;
}
export type Environment = Readonly<Record<string, string | undefined>>;

export const required = <T>(
  name: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T> => ({
  name,
  shownDefault: fallback,
  meaning,
  read: (text) => parse(text ?? fallback),
});
export const optional = <T>(
  name: string,
  shownDefault: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T | undefined> => ({
  name,
  shownDefault,
  meaning,
  read: (text) => (text === undefined ? undefined : parse(text)),
});

export const asText = (text: string): string => text;
export const asPath = (text: string): string => resolve(text);
export function asPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error("must be a port number from 0 to 65535");
  return port;
}
export function asCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("must be a whole number above 0");
  return Number(text);
}
export function asSeconds(text: string): number {
  if (!/^(\d{1,2}|[1-5]\d{2}|600)$/.test(text)) throw new Error("must be a whole number of seconds from 0 to 600");
  return Number(text);
}
export function asSwitch(text: string): boolean {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  if (/^(off|false|no|0)$/i.test(text)) return false;
  throw new Error("must be on or off");
}
export const asUrl =
  (...schemes: string[]) =>
  (text: string): string => {
    const url = URL.parse(text);
    if (!url && schemes.some((scheme) => text.startsWith(`${scheme}://`)))
      throw new Error("must be an address with one host, and a port up to 65535");
    if (!url || !schemes.includes(url.protocol.slice(0, -1))) {
      throw new Error(`must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`);
    }
    return text;
  };
const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** Address of a PostgreSQL, with what `pg` would only miss when it connects. */
export function asDatabaseUrl(text: string): string {
  const url = new URL(asUrl("postgres", "postgresql")(text));
  // What follows such a sign of a password is taken for another part of the address.
  if (url.hash !== "" || url.pathname.includes("@") || !isDecodable(text))
    throw new Error("must have the signs / # @ ? % of a password written as %2F %23 %40 %3F %25");
  const { searchParams } = url;
  if (url.username === "" && !searchParams.get("user"))
    throw new Error("must name the user, as postgres://user:password@host:5432/database");
  if (url.pathname.length < 2)
    throw new Error("must name the database, as postgres://user:password@host:5432/database");
  const mode = searchParams.get("sslmode");
  if (mode !== null && !tlsModes.includes(mode)) throw new Error(`must have an sslmode of ${tlsModes.join(", ")}`);
  return text;
}
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

/** A base address for paths, without a trailing slash. */
export const asBase = (text: string): string => asUrl("http", "https")(text).replace(/(?<!\/)\/+$/, "");
export const oneOf =
  <const T extends string>(...words: T[]) =>
  (text: string): T => {
    const word = words.find((candidate) => candidate === text);
    if (!word) throw new Error(`must be one of ${words.join(", ")}`);
    return word;
  };

/** The values of declared settings by their keys. */
export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  [K in keyof Settings]: ReturnType<Settings[K]["read"]>;
};
