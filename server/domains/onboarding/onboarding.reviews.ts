/** Asks clients anew what the firm must know: when their last approval is too long ago, and before a document of theirs expires. */
import type { Holder } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import { documentExpiryJob, yearlyReviewJob } from "../../jobs/firm-jobs.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import {
  type ExpiringForm,
  findStaleSteps,
  isWaiting,
  listExpiringForms,
  noteAsked,
  openFurtherSteps,
} from "../forms/forms.renewal.ts";
import { readLockedState } from "../holders/holders.states.ts";
import { type News, notify } from "../notifications/notifications.service.ts";
import { addDays, firmDay } from "../settings/settings.firm-day.ts";
import { getSetting } from "../settings/settings.service.ts";
import { beginRenewal, tellRenewal } from "./onboarding.renewal.ts";
import { askEach, type Outcome } from "./onboarding.reviews.batches.ts";
import { monthsBefore, reviewedSteps } from "./onboarding.reviews.policy.ts";
import { type DueHolder, listDue, lockDue } from "./onboarding.reviews.queries.ts";

interface Rules {
  today: string;
  /** A form approved on it or before is to be renewed. */
  reviewUntil: string;
  /** What expires by then is to be replaced. */
  expireUntil: string;
}

async function rulesOf({ db, now }: Services): Promise<Rules> {
  const [{ today }, { reviewMonths, documentNoticeDays }] = await Promise.all([
    firmDay(db, now()),
    getSetting(db, "kycRules"),
  ]);
  return { today, reviewUntil: monthsBefore(today, reviewMonths), expireUntil: addDays(today, documentNoticeDays) };
}

/** Asks every holder to renew whose last approval is longer ago than the firm's rule. Whoever was asked is in another state, so a second run asks nobody. */
export async function runYearlyReview(services: Services): Promise<Outcome> {
  const context = systemContext(services);
  const rules = await rulesOf(services);
  const review = (holderType: Holder["holderType"]): Promise<Outcome> =>
    askEach<DueHolder>(services, {
      list: (after, limit) => listDue(services.db, holderType, { until: rules.reviewUntil, after, limit }),
      holderOf: ({ id }) => ({ holderType, holderId: id }),
      ask: (_row, holder) => reviewOne(context, holder, rules),
    });
  const users = await review("user");
  const companies = await review("company");
  return { asked: users.asked + companies.asked, failed: users.failed + companies.failed };
}

async function reviewOne(
  context: Context,
  holder: Holder,
  { today, reviewUntil, expireUntil }: Rules,
): Promise<boolean> {
  const notified = await inTransaction(context.db, async (trx) => {
    if (!(await lockDue(trx, holder, reviewUntil))) return null;
    const stale = await findStaleSteps(trx, context, holder, { today, until: expireUntil });
    // The document is asked for with the rest: no second letter about it.
    await noteAsked(trx, holder, expireUntil);
    return beginRenewal(trx, context, holder, {
      job: yearlyReviewJob.name,
      steps: [...new Set([...reviewedSteps[holder.holderType], ...stale])],
      news: { type: "renew_kyc" },
    });
  });
  if (notified !== null) tellRenewal(context, holder, notified);
  return notified !== null;
}

/** Asks for what replaces a document before it expires: once for each document, however often it runs. */
export async function runDocumentExpiry(services: Services): Promise<Outcome> {
  const context = systemContext(services);
  const rules = await rulesOf(services);
  return askEach<ExpiringForm>(services, {
    list: (after, limit) => listExpiringForms(services.db, { until: rules.expireUntil, after, limit }),
    holderOf: ({ holder_type, holder_id }) => ({ holderType: holder_type, holderId: holder_id }),
    ask: (row, holder) => askForDocument(context, holder, rules, row.expires_on),
  });
}

async function askForDocument(context: Context, holder: Holder, rules: Rules, day: string): Promise<boolean> {
  const notified = await inTransaction(context.db, (trx) => askInState(trx, context, holder, rules, day));
  if (notified !== null) tellRenewal(context, holder, notified);
  return notified !== null;
}

/** The holder's lock first, as everywhere; then whoever notes it first is the one who asks. */
async function askInState(
  trx: Trx,
  context: Context,
  holder: Holder,
  { today, expireUntil }: Rules,
  day: string,
): Promise<number | null> {
  const state = await readLockedState(trx, holder);
  const isOpen = state === "pendingReKYC" || state === "returnedKYC";
  // A form that lies with staff is asked about once it is approved; nobody else is a client whose document matters now.
  if (state !== "postKYC" && !(isOpen && !(await isWaiting(trx, holder)))) return null;
  if (!(await noteAsked(trx, holder, expireUntil))) return null;
  const steps = await findStaleSteps(trx, context, holder, { today, until: expireUntil });
  const news: News = { type: "document_expiring", params: { day } };
  if (state === "postKYC") return beginRenewal(trx, context, holder, { job: documentExpiryJob.name, steps, news });
  await openFurtherSteps(trx, holder, steps);
  const notified = await notify(trx, context, holder, news);
  await audit(trx, {
    actor: { system: documentExpiryJob.name },
    action: "form.documentExpiring",
    subject: { type: holder.holderType, id: holder.holderId },
    after: { expires: day, renew: steps },
  });
  return notified;
}
