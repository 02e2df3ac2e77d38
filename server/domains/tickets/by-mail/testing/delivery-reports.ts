/** Reports of mail servers about a mail of ours that they could not deliver, each in the manner of its server. */

export const returnedId = "3f0b7c0e-52b1-4c8e-9d4c-0a1b2c3d4e5f";
const original = (id = returnedId): string =>
  [
    "Received: from portal.firm.example (portal.firm.example [192.0.2.1])",
    "From: Portico <no-reply@firm.example>",
    "To: <anna@clients.example>",
    "Subject: Your report",
    `Message-ID: <${id}@portal.firm.example>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain",
  ].join("\n");

interface Parts {
  headers: string[];
  words: string;
  /** The part for machines. */
  status?: string;
  statusType?: string;
  returned: string;
  returnedType?: string;
  root?: string;
}
const report = ({ headers, words, status, statusType, returned, returnedType, root }: Parts): string =>
  [
    ...headers,
    "MIME-Version: 1.0",
    `Content-Type: ${root ?? "multipart/report; report-type=delivery-status"};\n\tboundary="=_cut"`,
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--=_cut",
    "Content-Type: text/plain; charset=utf-8",
    "",
    words,
    "",
    ...(status === undefined
      ? []
      : ["--=_cut", `Content-Type: ${statusType ?? "message/delivery-status"}`, "", status, ""]),
    "--=_cut",
    `Content-Type: ${returnedType ?? "message/rfc822"}`,
    "",
    returned,
    "",
    "--=_cut--",
    "",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");

const from = (address: string, subject: string): string[] => [
  "Return-Path: <>",
  `From: ${address}`,
  "To: desk@firm.example",
  `Subject: ${subject}`,
  "Message-ID: <bounce-1@mx.example>",
  "Date: Mon, 23 Nov 2026 10:12:00 +0200",
];

export const deliveryReports = {
  postfix: report({
    headers: [
      ...from("MAILER-DAEMON@mx.firm.example (Mail Delivery System)", "Undelivered Mail Returned to Sender"),
      "Auto-Submitted: auto-replied",
    ],
    words:
      "This is the mail system at host mx.firm.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n<anna@clients.example>: host mx.clients.example[192.0.2.9] said: 550 5.1.1\n    <anna@clients.example>: Recipient address rejected: User unknown",
    status:
      "Reporting-MTA: dns; mx.firm.example\nX-Postfix-Queue-ID: 4F2A91C0D\nX-Postfix-Sender: rfc822; desk@firm.example\nArrival-Date: Mon, 23 Nov 2026 10:11:58 +0200 (EET)\n\nFinal-Recipient: rfc822; anna@clients.example\nOriginal-Recipient: rfc822;anna@clients.example\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.clients.example\nDiagnostic-Code: smtp; 550 5.1.1 <anna@clients.example>: Recipient address\n    rejected: User unknown",
    returned: original(),
  }),
  postfixFull: report({
    headers: from("MAILER-DAEMON@mx.clients.example (Mail Delivery System)", "Undelivered Mail Returned to Sender"),
    words: "<anna@clients.example>: Mailbox is full",
    status:
      "Reporting-MTA: dns; mx.clients.example\n\nFinal-Recipient: rfc822; anna@clients.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: X-Postfix; Mailbox is full",
    returned: original(),
    returnedType: "text/rfc822-headers",
  }),
  postfixDelayed: report({
    headers: from("MAILER-DAEMON@mx.firm.example (Mail Delivery System)", "Delayed Mail (still being retried)"),
    words: "THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.",
    status:
      "Reporting-MTA: dns; mx.firm.example\n\nFinal-Recipient: rfc822; anna@clients.example\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.clients.example[192.0.2.9]:25:\n    Connection timed out\nWill-Retry-Until: Sat, 28 Nov 2026 10:11:58 +0200 (EET)",
    returned: original(),
    returnedType: "text/rfc822-headers",
  }),
  gmail: report({
    headers: [
      ...from("Mail Delivery Subsystem <mailer-daemon@googlemail.com>", "Delivery Status Notification (Failure)"),
      "Auto-Submitted: auto-replied",
      "X-Failed-Recipients: anna@clients.example",
      `In-Reply-To: <${returnedId}@portal.firm.example>`,
      `References: <${returnedId}@portal.firm.example>`,
    ],
    words:
      "** Address not found **\n\nYour message wasn't delivered to anna@clients.example because the address couldn't be found.",
    status:
      "Reporting-MTA: dns; googlemail.com\nReceived-From-MTA: dns; desk@firm.example\nArrival-Date: Mon, 23 Nov 2026 00:11:58 -0800 (PST)\nX-Original-Message-ID: <other@mail.gmail.example>\n\nFinal-Recipient: rfc822; anna@clients.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.\n Please try 550-5.1.1 double-checking the recipient's email address\nLast-Attempt-Date: Mon, 23 Nov 2026 00:11:59 -0800 (PST)",
    returned: "Subject: only the beginning is returned",
  }),
  exchange: report({
    headers: [
      ...from(
        "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@clients.example>",
        "Undeliverable: Your report",
      ),
      `In-Reply-To: <${returnedId}@portal.firm.example>`,
    ],
    words: "Your message to anna@clients.example couldn't be delivered.",
    status:
      "Reporting-MTA: dns;EX01.clients.example\nReceived-From-MTA: dns;mx.firm.example\nArrival-Date: Mon, 23 Nov 2026 08:11:58 +0000\n\nFinal-Recipient: rfc822;anna@clients.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    returned: original(),
  }),
  exchangeExpired: report({
    headers: from("postmaster@clients.example", "Undeliverable: Your report"),
    words: "Delivery has failed to these recipients or groups.",
    status:
      "Reporting-MTA: dns;EX01.clients.example\n\nFinal-recipient: RFC822;\n anna@clients.example\nAction: failed\nStatus: 4.4.7\nX-Supplementary-Info: <mx.clients.example #4.4.7 QUEUE.Expired; message expired>",
    returned: original().replace("Message-ID", "Message-Id"),
  }),
  outlookCom: report({
    headers: [
      ...from("postmaster@outlook.com", "Undeliverable: Your report"),
      `References: <${returnedId}@portal.firm.example>`,
    ],
    words: "mx.clients.example rejected your message to the following email addresses:",
    status:
      "Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.com\n\nFinal-Recipient: rfc822;anna@clients.example\nAction: failed\nStatus: 5.5.0\nDiagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).",
    returned: original(),
  }),
  exim: report({
    headers: [
      ...from(
        "Mail Delivery System <Mailer-Daemon@mx.firm.example>",
        "Mail delivery failed: returning message to sender",
      ),
      "X-Failed-Recipients: anna@clients.example",
      "Auto-Submitted: auto-replied",
    ],
    words: "This message was created automatically by mail delivery software.",
    status:
      "Reporting-MTA: dns; mx.firm.example\n\nAction: failed\nFinal-Recipient: rfc822;anna@clients.example\nStatus: 5.0.0\nRemote-MTA: dns; mx.clients.example\nDiagnostic-Code: smtp; 550 No such user here",
    returned: original(),
  }),
  eximWords: [
    ...from(
      "Mail Delivery System <Mailer-Daemon@mx.firm.example>",
      "Mail delivery failed: returning message to sender",
    ),
    "X-Failed-Recipients: anna@clients.example",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  anna@clients.example\n    SMTP error from remote mail server after RCPT TO:<anna@clients.example>:\n    host mx.clients.example [192.0.2.9]: 550 5.1.1 unknown user\n\n------ This is a copy of the message, including all the headers. ------\n",
    original(),
    "",
    "It says 4.2.2 of something else.",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n"),
  eximDelayedWords: [
    ...from(
      "Mail Delivery System <Mailer-Daemon@mx.firm.example>",
      "Warning: message 1abCde-0001xy-AB delayed 24 hours",
    ),
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.\n\nNo action is required on your part. Delivery attempts will continue for\nsome time.\n\n------ This is a copy of your message headers. ------\n",
    original(),
  ]
    .join("\n")
    .replaceAll("\n", "\r\n"),
  qmail: [
    ...from("MAILER-DAEMON@mx.clients.example", "failure notice"),
    "",
    "Hi. This is the qmail-send program at mx.clients.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<anna@clients.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n",
    original(),
  ]
    .join("\n")
    .replaceAll("\n", "\r\n"),
  internationalised: report({
    headers: from("MAILER-DAEMON@mx.clients.example", "Undelivered"),
    words: "не е доставено",
    status:
      "Reporting-MTA: dns; mx.clients.example\n\nFinal-Recipient: utf-8; анна@clients.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 няма такъв потребител",
    statusType: "message/global-delivery-status",
    returned: original(),
    returnedType: "message/global-headers",
  }),
  mixedRoot: report({
    headers: from("noreply@gateway.example", "Delivery Status Notification (Failure)"),
    words: "The following message was undeliverable.",
    status:
      "Reporting-MTA: dns; gateway.example\n\nFinal-Recipient: rfc822;anna@clients.example\nAction: failed\nStatus: 5.0.0 (permanent failure)",
    returned: original(),
    root: "multipart/mixed",
  }),
  /** That it was delivered is no fault. */
  delivered: report({
    headers: from("MAILER-DAEMON@mx.clients.example", "Successful Mail Delivery Report"),
    words: "Your message was successfully delivered.",
    status:
      "Reporting-MTA: dns; mx.clients.example\n\nFinal-Recipient: rfc822; anna@clients.example\nAction: relayed\nStatus: 2.1.5",
    returned: original(),
  }),
  /** Of a mail of somebody else. */
  foreign: report({
    headers: from("MAILER-DAEMON@mx.clients.example", "Undelivered Mail Returned to Sender"),
    words: "It could not be delivered.",
    status:
      "Reporting-MTA: dns; mx.clients.example\n\nFinal-Recipient: rfc822; anna@clients.example\nAction: failed\nStatus: 5.1.1",
    returned: original().replace(returnedId, "CAF+not-ours"),
  }),
} as const;

/** The same report about another mail. */
export const aboutMail = (text: string, id: string): string => text.replaceAll(returnedId, id);
