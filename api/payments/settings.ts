/** Settings of payments: where clients pay in, how withdrawals are confirmed, and bank accounts. */
import { checkBic, normaliseBic } from "@portico/kyc/bic.ts";
import { checkIban, normaliseIban } from "@portico/kyc/iban.ts";
import { checkNip, normaliseNip } from "@portico/kyc/nip.ts";
import { z } from "zod";
import { signerRules } from "../contract-states.ts";
import { isCurrencyInUse } from "../currencies.ts";
import type { FieldCode } from "../errors.ts";
import { setting } from "../settings/declaration.ts";
import { knownCurrency } from "../shapes.ts";

const identifier = (check: (value: string) => FieldCode | undefined) =>
  z
    .string()
    .trim()
    .max(40)
    .superRefine((value, context) => {
      const field = value === "" ? "required" : check(value);
      if (field) context.addIssue({ code: "custom", params: { field } });
    });
const mostInstructions = 20;
/** Where clients pay in, once per currency. The lev ended on 2026-01-01. */
const depositInstructions = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        currency: knownCurrency.refine((code) => isCurrencyInUse(code), { params: { field: "unknown" } }),
        beneficiary: z.string().trim().min(1).max(70),
        iban: identifier(checkIban).transform(normaliseIban),
        bic: identifier(checkBic).transform(normaliseBic),
        bank: z.string().trim().min(1).max(120),
        address: z.string().trim().max(200),
        /** Polish tax number, for the code that Polish banks read; empty elsewhere. */
        nip: z
          .string()
          .trim()
          .max(20)
          .superRefine((value, context) => {
            const field = value === "" ? undefined : checkNip(value);
            if (field) context.addIssue({ code: "custom", params: { field } });
          })
          .transform((value) => (value === "" ? "" : normaliseNip(value))),
      }),
    )
    .max(mostInstructions)
    .superRefine((accounts, context) => {
      const seen = new Set<string>();
      for (const [place, { currency }] of accounts.entries())
        if (seen.has(currency))
          context.addIssue({ code: "custom", path: [place, "currency"], params: { field: "twice" } });
        else seen.add(currency);
    }),
});

/** Withdrawals: how many of a company's representatives confirm one, and after how many days an unpaid one expires. */
const withdrawalRules = z.strictObject({
  companySigners: z.enum(signerRules),
  expiryDays: z.number().int().min(1).max(90),
});

/** Hours that a new or changed bank account waits before money may go there, and after a reset of the password. */
const bankAccountRules = z
  .strictObject({
    waitHours: z.number().int().min(0).max(720),
    waitHoursAfterReset: z.number().int().min(0).max(720),
  })
  .superRefine(({ waitHours, waitHoursAfterReset }, context) => {
    if (waitHoursAfterReset < waitHours)
      context.addIssue({ code: "custom", path: ["waitHoursAfterReset"], params: { field: "tooSmall" } });
  });

export const settings = {
  bankAccountRules: setting(bankAccountRules, () => ({ waitHours: 24, waitHoursAfterReset: 72 })),
  depositInstructions: setting(depositInstructions, () => ({ accounts: [] })),
  withdrawalRules: setting(withdrawalRules, () => ({ companySigners: "any" as const, expiryDays: 14 })),
};
