/** Notifications that a holder must receive even without signing in, so they are also mailed. */
export const mailedNotifications = [
  "reject_kyc",
  "rejected_comp_kyc",
  "reopened_kyc",
  "reopened_comp_kyc",
  "approved_company",
  "approved_kyc",
  "declined_kyc",
  "declined_comp_kyc",
  "renew_kyc",
  "document_expiring",
  "document_added",
  "document_asked",
  "document_reminder",
  "document_again",
  "request_done",
  "request_declined",
] as const;
