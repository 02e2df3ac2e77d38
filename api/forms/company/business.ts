/** The company's income and the source of its money. */
import { defineStep, is } from "../field.ts";
import { bandOptions } from "../settled.ts";

export const step = defineStep({
  name: "business",
  groups: [
    {
      name: "figures",
      fields: [
        {
          kind: "choice",
          name: "turnover",
          list: "businessBand",
          options: bandOptions.businessBand,
          required: true,
          half: true,
        },
        {
          kind: "choice",
          name: "balanceTotal",
          list: "businessBand",
          options: bandOptions.businessBand,
          required: true,
          half: true,
        },
        {
          kind: "choice",
          name: "equity",
          list: "businessBand",
          options: bandOptions.businessBand,
          required: true,
          half: true,
        },
      ],
    },
    {
      name: "funds",
      fields: [
        {
          kind: "choice",
          name: "expectedAmount",
          list: "amountBand",
          options: bandOptions.amountBand,
          required: true,
          hint: true,
        },
        {
          kind: "choices",
          name: "companyFunds",
          list: "companyFunds",
          options: ["operations", "shareholders", "loan", "saleOfAssets", "investments"],
          required: true,
        },
        { kind: "longText", name: "fundsText", required: true, max: 1000, hint: "companyFundsText" },
        { kind: "countries", name: "businessCountries", required: true, hint: true },
      ],
    },
    {
      name: "sanctions",
      fields: [
        { kind: "yesNo", name: "sanctionsTies", required: true, hint: true },
        { kind: "longText", name: "sanctionsText", required: true, max: 1000, when: is("sanctionsTies", true) },
      ],
    },
  ],
});
