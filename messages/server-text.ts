/** Texts in any language, for the server: mails, files, the console. Keeps every chunk in memory. */
import { type Catalogue, type CompiledMessage, type Language, languages } from "./catalogue.ts";
import { catalogue as accountsBg } from "./generated/accounts.bg.ts";
import { catalogue as accountsEn } from "./generated/accounts.en.ts";
import { catalogue as accountsPl } from "./generated/accounts.pl.ts";
import { catalogue as adminBg } from "./generated/admin.bg.ts";
import { catalogue as adminEn } from "./generated/admin.en.ts";
import { catalogue as adminPl } from "./generated/admin.pl.ts";
import { catalogue as allocationBg } from "./generated/allocation.bg.ts";
import { catalogue as allocationEn } from "./generated/allocation.en.ts";
import { catalogue as allocationPl } from "./generated/allocation.pl.ts";
import { catalogue as auditBg } from "./generated/audit.bg.ts";
import { catalogue as auditEn } from "./generated/audit.en.ts";
import { catalogue as auditPl } from "./generated/audit.pl.ts";
import { catalogue as benchmarksBg } from "./generated/benchmarks.bg.ts";
import { catalogue as benchmarksEn } from "./generated/benchmarks.en.ts";
import { catalogue as benchmarksPl } from "./generated/benchmarks.pl.ts";
import { catalogue as chartBg } from "./generated/chart.bg.ts";
import { catalogue as chartEn } from "./generated/chart.en.ts";
import { catalogue as chartPl } from "./generated/chart.pl.ts";
import { catalogue as chatsBg } from "./generated/chats.bg.ts";
import { catalogue as chatsEn } from "./generated/chats.en.ts";
import { catalogue as chatsPl } from "./generated/chats.pl.ts";
import { catalogue as checksBg } from "./generated/checks.bg.ts";
import { catalogue as checksEn } from "./generated/checks.en.ts";
import { catalogue as checksPl } from "./generated/checks.pl.ts";
import { catalogue as consolidatedBg } from "./generated/consolidated.bg.ts";
import { catalogue as consolidatedEn } from "./generated/consolidated.en.ts";
import { catalogue as consolidatedPl } from "./generated/consolidated.pl.ts";
import { catalogue as contentBg } from "./generated/content.bg.ts";
import { catalogue as contentEn } from "./generated/content.en.ts";
import { catalogue as contentPl } from "./generated/content.pl.ts";
import { catalogue as contractsBg } from "./generated/contracts.bg.ts";
import { catalogue as contractsEn } from "./generated/contracts.en.ts";
import { catalogue as contractsPl } from "./generated/contracts.pl.ts";
import { catalogue as demoBg } from "./generated/demo.bg.ts";
import { catalogue as demoEn } from "./generated/demo.en.ts";
import { catalogue as demoPl } from "./generated/demo.pl.ts";
import { catalogue as documentsBg } from "./generated/documents.bg.ts";
import { catalogue as documentsEn } from "./generated/documents.en.ts";
import { catalogue as documentsPl } from "./generated/documents.pl.ts";
import { catalogue as evidenceBg } from "./generated/evidence.bg.ts";
import { catalogue as evidenceEn } from "./generated/evidence.en.ts";
import { catalogue as evidencePl } from "./generated/evidence.pl.ts";
import { catalogue as findBg } from "./generated/find.bg.ts";
import { catalogue as findEn } from "./generated/find.en.ts";
import { catalogue as findPl } from "./generated/find.pl.ts";
import { catalogue as formsBg } from "./generated/forms.bg.ts";
import { catalogue as formsEn } from "./generated/forms.en.ts";
import { catalogue as formsPl } from "./generated/forms.pl.ts";
import { catalogue as fundsBg } from "./generated/funds.bg.ts";
import { catalogue as fundsEn } from "./generated/funds.en.ts";
import { catalogue as fundsPl } from "./generated/funds.pl.ts";
import { catalogue as helpBg } from "./generated/help.bg.ts";
import { catalogue as helpEn } from "./generated/help.en.ts";
import { catalogue as helpPl } from "./generated/help.pl.ts";
import { catalogue as incomeBg } from "./generated/income.bg.ts";
import { catalogue as incomeEn } from "./generated/income.en.ts";
import { catalogue as incomePl } from "./generated/income.pl.ts";
import { catalogue as mailBg } from "./generated/mail.bg.ts";
import { catalogue as mailEn } from "./generated/mail.en.ts";
import { catalogue as mailPl } from "./generated/mail.pl.ts";
import { catalogue as moneyBg } from "./generated/money.bg.ts";
import { catalogue as moneyEn } from "./generated/money.en.ts";
import { catalogue as moneyPl } from "./generated/money.pl.ts";
import { catalogue as notificationsBg } from "./generated/notifications.bg.ts";
import { catalogue as notificationsEn } from "./generated/notifications.en.ts";
import { catalogue as notificationsPl } from "./generated/notifications.pl.ts";
import { catalogue as portalBg } from "./generated/portal.bg.ts";
import { catalogue as portalEn } from "./generated/portal.en.ts";
import { catalogue as portalPl } from "./generated/portal.pl.ts";
import { catalogue as portfoliosBg } from "./generated/portfolios.bg.ts";
import { catalogue as portfoliosEn } from "./generated/portfolios.en.ts";
import { catalogue as portfoliosPl } from "./generated/portfolios.pl.ts";
import { catalogue as proofBg } from "./generated/proof.bg.ts";
import { catalogue as proofEn } from "./generated/proof.en.ts";
import { catalogue as proofPl } from "./generated/proof.pl.ts";
import { catalogue as reportsBg } from "./generated/reports.bg.ts";
import { catalogue as reportsEn } from "./generated/reports.en.ts";
import { catalogue as reportsPl } from "./generated/reports.pl.ts";
import { catalogue as resultsBg } from "./generated/results.bg.ts";
import { catalogue as resultsEn } from "./generated/results.en.ts";
import { catalogue as resultsPl } from "./generated/results.pl.ts";
import { catalogue as returnsBg } from "./generated/returns.bg.ts";
import { catalogue as returnsEn } from "./generated/returns.en.ts";
import { catalogue as returnsPl } from "./generated/returns.pl.ts";
import { catalogue as salesBg } from "./generated/sales.bg.ts";
import { catalogue as salesEn } from "./generated/sales.en.ts";
import { catalogue as salesPl } from "./generated/sales.pl.ts";
import { catalogue as sessionsBg } from "./generated/sessions.bg.ts";
import { catalogue as sessionsEn } from "./generated/sessions.en.ts";
import { catalogue as sessionsPl } from "./generated/sessions.pl.ts";
import { catalogue as ticketsBg } from "./generated/tickets.bg.ts";
import { catalogue as ticketsEn } from "./generated/tickets.en.ts";
import { catalogue as ticketsPl } from "./generated/tickets.pl.ts";
import { catalogue as tradesBg } from "./generated/trades.bg.ts";
import { catalogue as tradesEn } from "./generated/trades.en.ts";
import { catalogue as tradesPl } from "./generated/trades.pl.ts";
import { catalogue as usersBg } from "./generated/users.bg.ts";
import { catalogue as usersEn } from "./generated/users.en.ts";
import { catalogue as usersPl } from "./generated/users.pl.ts";
import { catalogue as verificationBg } from "./generated/verification.bg.ts";
import { catalogue as verificationEn } from "./generated/verification.en.ts";
import { catalogue as verificationPl } from "./generated/verification.pl.ts";
import { createText, type TextArguments, type TextKey, type Translate } from "./text.ts";

const catalogues = {
  bg: [
    portalBg,
    mailBg,
    adminBg,
    formsBg,
    portfoliosBg,
    allocationBg,
    chartBg,
    salesBg,
    returnsBg,
    consolidatedBg,
    reportsBg,
    proofBg,
    tradesBg,
    findBg,
    incomeBg,
    resultsBg,
    documentsBg,
    usersBg,
    contentBg,
    contractsBg,
    fundsBg,
    accountsBg,
    notificationsBg,
    auditBg,
    benchmarksBg,
    moneyBg,
    chatsBg,
    checksBg,
    demoBg,
    ticketsBg,
    verificationBg,
    helpBg,
    sessionsBg,
    evidenceBg,
  ],
  en: [
    portalEn,
    mailEn,
    adminEn,
    formsEn,
    portfoliosEn,
    allocationEn,
    chartEn,
    salesEn,
    returnsEn,
    consolidatedEn,
    reportsEn,
    proofEn,
    tradesEn,
    findEn,
    incomeEn,
    resultsEn,
    documentsEn,
    usersEn,
    contentEn,
    contractsEn,
    fundsEn,
    accountsEn,
    notificationsEn,
    auditEn,
    benchmarksEn,
    moneyEn,
    chatsEn,
    checksEn,
    demoEn,
    ticketsEn,
    verificationEn,
    helpEn,
    sessionsEn,
    evidenceEn,
  ],
  pl: [
    portalPl,
    mailPl,
    adminPl,
    formsPl,
    portfoliosPl,
    allocationPl,
    chartPl,
    salesPl,
    returnsPl,
    consolidatedPl,
    reportsPl,
    proofPl,
    tradesPl,
    findPl,
    incomePl,
    resultsPl,
    documentsPl,
    usersPl,
    contentPl,
    contractsPl,
    fundsPl,
    accountsPl,
    notificationsPl,
    auditPl,
    benchmarksPl,
    moneyPl,
    chatsPl,
    checksPl,
    demoPl,
    ticketsPl,
    verificationPl,
    helpPl,
    sessionsPl,
    evidencePl,
  ],
};
const translators = Object.fromEntries(
  languages.map((language) => [language, createText(language, catalogues[language])]),
) as Record<Language, Translate>;

/** The keys of all texts. */
export const textKeys: readonly string[] = catalogues.en.flatMap((catalogue) => Object.keys(catalogue));

/** The translator of a language, for a mail with many texts. */
export const textIn = (language: Language): Translate => translators[language];

/** One text in a language. */
export const text = <K extends TextKey>(language: Language, key: K, ...params: TextArguments<K>): string =>
  translators[language](key, ...params);

/** The text as it is shipped, not yet with values; undefined for a key that there is not. */
export const messageIn = (language: Language, key: string): CompiledMessage | string | undefined =>
  catalogues[language].find((catalogue) => key in catalogue)?.[key];

/** A translator in which some texts are others than shipped. */
export const textWith = (language: Language, own: Catalogue): Translate =>
  createText(language, [own, ...catalogues[language]]);
