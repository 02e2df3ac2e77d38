import { describe, expect, it } from "vitest";
import { socketAddress, troubleOf } from "./socket.ts";

describe("the socket", () => {
  it("connects to the product's own address, on localhost port 3000 to the API's port, by default 8081", () => {
    expect(socketAddress(new URL("http://localhost:3000"), 8081)).toBe("http://localhost:8081");
    expect(socketAddress(new URL("http://localhost:3000"), 8090)).toBe("http://localhost:8090");
    expect(socketAddress(new URL("http://localhost:4000"), 8081)).toBe("http://localhost:4000");
    expect(socketAddress(new URL("https://portal.firm.eu"), 8081)).toBe("https://portal.firm.eu");
  });

  it("names each break that the specification words, and no other", () => {
    expect(
      ["timeout", "transport close", "transport error", "ping timeout", "io client disconnect"].map(troubleOf),
    ).toEqual(["timeout", "transportClosed", "transportClosed", "pingTimeout", null]);
  });
});
