/** When a sign-in is suspicious (docs/rules.md, Suspicious sign-ins). Without I/O. */
import type { Suspicion } from "@portico/api/rules/sign-ins.ts";

export interface Coordinates {
  latitude: number | null;
  longitude: number | null;
}

/** The place of the last sign-in from a known country. */
export interface LastPlace extends Coordinates {
  countryCode: string;
  secondsAgo: number;
}

interface SignInFacts {
  /** Null for a private or unknown address, which is never suspicious by its place. */
  place: Coordinates & { countryCode: string | null };
  last: LastPlace | null;
  /** The person signed in from a known country before. */
  anyCountry: boolean;
  /** And from this one. */
  sameCountry: boolean;
  /** Failed attempts since the last sign-in, within 24 hours. */
  failures: number;
}

const limits = {
  /** Faster than an airliner with its way to the airport. */
  kilometresPerHour: 900,
  /** Shorter distances are within what lookups of addresses are wrong by. */
  kilometres: 300,
  /** Without coordinates, another country within this time. */
  secondsBetweenCountries: 3600,
  /** As many as delay the next attempt with a password. */
  failures: 5,
};

/** The reasons, in a fixed order; none for an ordinary sign-in. */
export function findSuspicions({ place, last, anyCountry, sameCountry, failures }: SignInFacts): Suspicion[] {
  const reasons: Suspicion[] = [];
  if (last && place.countryCode !== null && isTooFar(place, last)) reasons.push("impossibleTravel");
  if (failures >= limits.failures) reasons.push("manyFailures");
  if (place.countryCode !== null && anyCountry && !sameCountry) reasons.push("newCountry");
  return reasons;
}

function isTooFar(place: SignInFacts["place"], last: LastPlace): boolean {
  const distance = kilometresBetween(place, last);
  if (distance === null)
    return place.countryCode !== last.countryCode && last.secondsAgo < limits.secondsBetweenCountries;
  return distance > limits.kilometres && distance > (limits.kilometresPerHour * last.secondsAgo) / 3600;
}

const earthRadiusKilometres = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along a great circle; null if a place has no coordinates. */
export function kilometresBetween(a: Coordinates, b: Coordinates): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null;
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * earthRadiusKilometres * Math.asin(Math.min(1, Math.sqrt(half)));
}
