import { describe, expect, it } from "vitest";
import { socketAddress, troubleOf } from "./socket.ts";

describe("the socket", () => {
  it("connects to the product's own address, on localhost port 3000 to port 8081", () => {
    expect(socketAddress(new URL("http://localhost:3000"))).toBe("http://localhost:8081");
    expect(socketAddress(new URL("http://localhost:4000"))).toBe("http://localhost:4000");
    expect(socketAddress(new URL("https://portal.firm.eu"))).toBe("https://portal.firm.eu");
  });

  it("names each break that the specification words, and no other", () => {
    expect(
      ["timeout", "transport close", "transport error", "ping timeout", "io client disconnect"].map(troubleOf),
    ).toEqual(["timeout", "transportClosed", "transportClosed", "pingTimeout", null]);
  });
});
