/** The settings' calls. */
import { settings } from "@portico/api/settings.ts";
import type { Handlers } from "../../http/handlers.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { getFirmDocuments } from "../content/documents.ts";
import { listForexRates } from "../market-data/market-data.ts";
import { saveInstructionsOrPropose } from "../payments/cash/deposit-instructions.ts";
import { foreseeRetention } from "../retention/periods.ts";
import { saveSettingOrPropose } from "../users/four-eyes.ts";
import { getFormer, listHistory } from "./history.ts";
import { downloadLogo, uploadLogo } from "./logo.ts";
import { listMailTexts, previewMail, sendTestMail } from "./mail-texts.ts";
import { getSetting, readBrand, readSetting } from "./settings.ts";
import { listVersions } from "./versions.ts";

const withCan = <Saved extends object>(context: Context, saved: Saved) => ({
  ...saved,
  can: canOf({ save: staffVerdict(requireViewer(context), settings.save) }),
});

/** "contract:10,other:1" */
const toKeeping = (text: string) =>
  text.split(",").flatMap((one) => {
    const [type, years] = one.split(":");
    return type && years ? [{ type, years: Number(years) }] : [];
  });

export const settingsRoutes: Handlers<typeof settings> = {
  getForexRates: async ({ db }) => ({ name: "forex-rates", data: JSON.stringify(await listForexRates(db)) }),
  getBrand: ({ db }) => readBrand(db),
  uploadLogo: (context, { body }) => uploadLogo(context, body.base64data),
  getLogo: (context, { params }) => downloadLogo(context, params.logo),
  getCalendar: async ({ db }) => ({ timeZone: (await getSetting(db, "portalRules")).timeZone }),
  getStoredBrand: async (context) => withCan(context, await readSetting(context, "brand")),
  getServices: async ({ db }) => ({ services: (await getSetting(db, "clientRequests")).services }),
  getDocuments: ({ db }) => getFirmDocuments(db),
  listVersions: (context, { params }) => listVersions(context, params.name),
  listHistory: (context, { params, query }) => listHistory(context, params.kind, query),
  getFormer: (context, { params }) => getFormer(context, params.name, params.entryId),
  listMailTexts: async (context) => listMailTexts(context),
  previewMail: (context, { body }) => previewMail(context, body),
  sendTestMail: (context, { body }) => sendTestMail(context, body),
  foreseeRetention: (context, { query: { keeping, ...periods } }) =>
    foreseeRetention(context, { ...periods, keeping: keeping === undefined ? undefined : toKeeping(keeping) }),
  get: async (context, { params }) => withCan(context, await readSetting(context, params.name)),
  save: async (context, { params, body }) =>
    withCan(context, {
      proposalId: null,
      ...(await (params.name === "depositInstructions"
        ? saveInstructionsOrPropose(context, body)
        : saveSettingOrPropose(context, params.name, body))),
    }),
};
