/** Addresses inside a network are known in every way of writing them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAmong, isOutside, parseNetworks } from "./addresses.ts";

const inside = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "239.1.1.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd12::1",
  "ff02::1",
  "fec0::1",
  "2001:db8::1",
  // Teredo and 6to4 contain an IPv4 address; metadata services of clouds by IPv6.
  "2001::1",
  "2002:a00:1::",
  "fd00:ec2::254",
  "::7f00:1",
  "::ffff:0:127.0.0.1",
];
const outside = ["1.1.1.1", "9.255.255.255", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"];

test.each(inside)("%s is inside", (address) => expect(isOutside(address)).toBe(false));
test.each(outside)("%s is outside", (address) => expect(isOutside(address)).toBe(true));
test.each(["", "localhost", "1.1.1", "1.1.1.1 ", "0x7f.1"])("%j is no address", (text) =>
  expect(isOutside(text)).toBe(false),
);

test("an IPv4 address is judged alike as itself, mapped into IPv6, and behind NAT64", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const judged = isOutside(address);
      expect(isOutside(`::ffff:${address}`)).toBe(judged);
      expect(isOutside(`64:ff9b::${address}`)).toBe(judged);
    }),
  );
});

test("networks that are named hold their addresses and no others", () => {
  const isNamed = isAmong(parseNetworks("10.1.0.0/16, 192.168.7.9,fd00::/8"));
  expect(["10.1.255.1", "192.168.7.9", "fd00::1"].map(isNamed)).toEqual([true, true, true]);
  expect(["10.2.0.1", "192.168.7.8", "fe80::1", "fd00::1%eth0", "name"].some(isNamed)).toBe(false);
  expect(isAmong([])("127.0.0.1")).toBe(false);
});

test.each(["10.0.0.0/33", "10.0.0/8", "localhost", "10.0.0.0/8/8", "fd00::/129", "10.0.0.0/", "10.0.0.0/1e1"])(
  "%s is no network",
  (text) => expect(() => parseNetworks(text)).toThrow("must be addresses"),
);
