/** Asks clients to renew: when their last approval is too long ago, and before a document expires. */

import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { documentExpiryJob, yearlyReviewJob } from "../../../jobs/firm-jobs.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { type News, type Tx, transact } from "../../../unit-of-work/transact.ts";
import {
  type ExpiringForm,
  findStaleSteps,
  isWaiting,
  listExpiringForms,
  noteRequested,
  openFurtherSteps,
} from "../../forms/submission/renewal.ts";
import { readLockedState } from "../../holders/states.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { beginRenewal, emitRequested } from "../renewal.ts";
import { monthsBefore, reviewedSteps } from "./reviews.policy.ts";
import { type DueHolder, listDue, lockDue } from "./reviews.queries.ts";

interface Outcome extends Record<string, number> {
  asked: number;
  failed: number;
}

const pageSize = 500;
const failure = "a holder could not be asked to renew";

interface Rules {
  today: string;
  /** A form approved on or before it must be renewed. */
  reviewUntil: string;
  /** Documents that expire by then must be replaced. */
  expireUntil: string;
}

async function getReviewRules({ db, now }: Services): Promise<Rules> {
  const [{ today }, { reviewMonths, documentNoticeDays }] = await Promise.all([
    firmDay(db, now()),
    getSetting(db, "kycRules"),
  ]);
  return { today, reviewUntil: monthsBefore(today, reviewMonths), expireUntil: addDays(today, documentNoticeDays) };
}

/**
 * Asks every holder to renew whose last approval is older than the firm's rule allows. They change state, so a second
 * run asks nobody.
 */
export async function runYearlyReview(services: Services): Promise<Outcome> {
  const context = systemContext(services, yearlyReviewJob.name);
  const rules = await getReviewRules(services);
  const review = (holderType: Holder["holderType"]) => {
    const dueHolder = ({ id }: DueHolder): Holder => ({ holderType, holderId: id });
    return eachRow<DueHolder>(
      services.log,
      {
        list: (after) => listDue(services.db, holderType, { until: rules.reviewUntil, after, limit: pageSize }),
        work: (row) => reviewOne(context, dueHolder(row), rules),
        name: dueHolder,
      },
      failure,
    );
  };
  const users = await review("user");
  const companies = await review("company");
  return { asked: users.done + companies.done, failed: users.failed + companies.failed };
}

/** True if the holder was due and asked. */
const reviewOne = (context: Context, holder: Holder, { today, reviewUntil, expireUntil }: Rules): Promise<boolean> =>
  transact(context, async (tx) => {
    if (!(await lockDue(tx, holder, reviewUntil))) return false;
    const stale = await findStaleSteps(tx, context, holder, { today, until: expireUntil });
    // The renewal includes the document, so there is no second request.
    await noteRequested(tx, holder, expireUntil);
    await beginRenewal(tx, context, holder, {
      steps: [...new Set([...reviewedSteps[holder.holderType], ...stale])],
      news: { type: "renew_kyc" },
    });
    return true;
  });

/** Asks for a replacement before a document expires: once per document, however often it runs. */
export async function runDocumentExpiry(services: Services): Promise<Outcome> {
  const context = systemContext(services, documentExpiryJob.name);
  const rules = await getReviewRules(services);
  const { done, failed } = await eachRow<ExpiringForm>(
    services.log,
    {
      list: (after) => listExpiringForms(services.db, { until: rules.expireUntil, after, limit: pageSize }),
      work: (row) =>
        transact(context, (tx) => askForDocument(tx, context, { holder: holderOf(row), rules, day: row.expires_on })),
      name: holderOf,
    },
    failure,
  );
  return { asked: done, failed };
}

/** Takes the holder's lock first, as everywhere; the first run to record it asks. True if the holder was asked. */
async function askForDocument(
  tx: Tx,
  context: Context,
  { holder, rules, day }: { holder: Holder; rules: Rules; day: string },
): Promise<boolean> {
  const { today, expireUntil } = rules;
  const state = await readLockedState(tx, holder);
  const isOpen = state === "pendingReKYC" || state === "returnedKYC";
  // A form with staff is asked about after approval; for anybody else who is not a client, documents do not matter now.
  if (state !== "postKYC" && !(isOpen && !(await isWaiting(tx, holder)))) return false;
  if (!(await noteRequested(tx, holder, expireUntil))) return false;
  const steps = await findStaleSteps(tx, context, holder, { today, until: expireUntil });
  const news: News = { type: "document_expiring", params: { day } };
  if (state === "postKYC") await beginRenewal(tx, context, holder, { steps, news });
  else {
    await openFurtherSteps(tx, holder, steps);
    tx.audit("form.documentExpiring", holder, { after: { expires: day, renew: steps } });
    emitRequested(tx, holder);
    await tx.notify(holder, news);
  }
  return true;
}
