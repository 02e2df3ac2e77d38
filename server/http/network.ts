/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which one household or server
 * gets.
 */
import { isIPv4, isIPv6 } from "node:net";

/** The eight groups of an IPv6 address, without zone and leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalises every spelling of an address, including an IPv4 tail.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left;
  const right = tail === "" ? [] : tail.split(":");
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
}

/** The IPv4 address inside `::ffff:a.b.c.d`, or undefined. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** An address without zone, an IPv4 address as such; null for what is none. */
export function plainAddress(address: string): string | null {
  const bare = address.split("%")[0] ?? address;
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? (mappedIPv4(groupsOf(bare)) ?? bare) : null;
}

/** The network that limits count; an invalid address counts as written. */
export function networkOf(address: string): string {
  const bare = address.split("%")[0] ?? address;
  if (isIPv4(bare) || !isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}
