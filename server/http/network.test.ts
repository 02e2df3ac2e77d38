import { expect, test } from "vitest";
import { networkOf } from "./network.ts";

test("addresses of one /64 are one network, however they are written", () => {
  const one = "2001:db8:1:2::/64";
  for (const address of ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2:0:0:192.0.2.1"])
    expect(networkOf(address), address).toBe(one);
  expect(networkOf("2001:db8:1:3::1")).not.toBe(one);
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

test("an IPv4 address is itself, also inside an IPv6 one, and what is no address stays as it is", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::ffff:c000:207")).toBe("192.0.2.7");
  expect(networkOf("unknown")).toBe("unknown");
});
