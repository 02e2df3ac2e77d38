import { ApiError } from "@portico/api/errors.ts";
import { portfolioRefetchMs } from "@portico/api/portfolios.ts";
import { describe, expect, it } from "vitest";
import { requestBlock } from "../payments/requests/request-block.ts";
import { type Figures, fromFailure, isOffline, isOutdated, refetchMs } from "./portfolio-state.ts";

describe("the portfolio's states in the browser", () => {
  it("a custodian's timeout makes the portfolio undefined", () => {
    expect(fromFailure(new ApiError({ code: "timedout", status: 504 })).portfolio).toBeUndefined();
  });
  it("no client number and any other failure make it 0", () => {
    expect(fromFailure(new ApiError({ code: "noClientNumber", status: 404 }))).toMatchObject({
      portfolio: 0,
      because: "noClientNumber",
    });
    expect(fromFailure(new ApiError({ code: "generic", status: 500 }))).toMatchObject({
      portfolio: 0,
      because: "failed",
    });
    expect(fromFailure(new Error("x")).portfolio).toBe(0);
  });
  it("a server that was not reached is told from one that refused", () => {
    expect(isOffline(new ApiError({ code: "generic", status: 0 }))).toBe(true);
    expect(isOffline(new ApiError({ code: "generic", status: 500 }))).toBe(false);
  });
  it("the page waits as long as the specification says", () => {
    expect(refetchMs).toBe(portfolioRefetchMs);
  });
  it("a request needs an approved holder with a client number", () => {
    const user = { holder: { holderType: "user", holderId: 1 }, readOnly: false } as const;
    const company = { holder: { holderType: "company", holderId: 1 }, readOnly: false } as const;
    expect(requestBlock({ ...user, state: "pendingKYC", clientNumber: "C-1" })).toBe("state.user");
    expect(requestBlock({ ...company, state: "pendingKYC", clientNumber: "C-1" })).toBe("state.company");
    expect(requestBlock({ ...company, state: "postKYC", clientNumber: null })).toBe("number.company");
    expect(requestBlock({ ...user, state: "rejected", clientNumber: "C-1" })).toBe("closed");
    expect(requestBlock({ ...user, state: "postKYC", clientNumber: "C-1" })).toBeUndefined();
    expect(requestBlock({ ...user, state: "pendingReKYC", clientNumber: "C-1" })).toBe("renewal.user");
    expect(requestBlock({ ...company, state: "pendingReKYC", clientNumber: "C-1" }, "withdrawal")).toBeUndefined();
    expect(requestBlock({ ...user, state: "pendingKYC", clientNumber: "C-1" }, "withdrawal")).toBe("state.user");
  });
  it("what was known stays where the failure will pass, and goes with a refusal", () => {
    const figures = { portfolio: {}, instruments: [], at: 5 } as unknown as Figures;
    for (const error of [
      new ApiError({ code: "timedout", status: 504 }),
      new ApiError({ code: "generic", status: 500 }),
      new ApiError({ code: "badGateway", status: 502 }),
      new ApiError({ code: "tooManyRequests", status: 429 }),
    ])
      expect(fromFailure(error, figures).figures, error.code).toBe(figures);
    for (const error of [
      new ApiError({ code: "notFound", status: 404 }),
      new ApiError({ code: "forbidden", status: 403 }),
      new ApiError({ code: "noClientNumber", status: 404 }),
      new Error("a fault of our own"),
    ])
      expect(fromFailure(error, figures).figures, error.message).toBeUndefined();
  });
  it("figures of another version or day are outdated; a custodian that tells none says nothing", () => {
    const figures = { portfolio: { version: "7", valuationDay: "2026-11-20" } } as Figures;
    expect(isOutdated(figures, { version: "7", valuationDay: "2026-11-20" })).toBe(false);
    expect(isOutdated(figures, { version: "8", valuationDay: "2026-11-20" })).toBe(true);
    expect(isOutdated(figures, { version: "7", valuationDay: "2026-11-21" })).toBe(true);
    expect(isOutdated(figures, { version: null, valuationDay: null })).toBe(false);
  });
});
