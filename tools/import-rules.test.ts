/** The rules of imports, over files that need not exist: the domains are the folders themselves. */
import { expect, test } from "vitest";
import { brokenRules } from "./import-rules.ts";

test.each([
  ["web/app/tickets/x.tsx", "web/app/forms/y.tsx"],
  ["web/app/tickets/staff/ticket-card.tsx", "web/app/users/staff/user-name-form.tsx"],
  ["web/app/forms/y.tsx", "web/app/tickets/x.tsx"],
  ["web/app/holders/staff/listed-state.tsx", "web/app/users/user-badges.tsx"],
  ["web/app/ui/section.tsx", "web/app/tickets/x.tsx"],
  ["web/app/tickets/x.tsx", "server/domains/tickets/tickets.ts"],
  ["server/domains/forms/review/list.ts", "server/domains/tickets/tickets.queries.ts"],
  ["server/domains/forms/review/list.ts", "server/domains/tickets/tickets.routes.ts"],
  ["server/app.ts", "server/domains/tickets/tickets.routes.ts"],
  ["server/domains/forms/forms.domain.ts", "server/domains/tickets/tickets.routes.ts"],
  ["server/app.ts", "server/domains/tickets/tickets.domain.ts"],
  ["server/domains/forms/forms.domain.ts", "server/domains/tickets/tickets.domain.ts"],
  ["server/domains/tickets/tickets.ts", "server/declared.ts"],
  ["api/tickets.ts", "server/domains/tickets/tickets.ts"],
  ["api/tickets.ts", "pdf/model/blocks.ts"],
  ["pdf/write.ts", "api/tickets.ts"],
  ["pdf/markdown/parse.ts", "pdf/layout/style.ts"],
  ["web/app/tickets/x.tsx", "pdf/write.ts"],
  ["server/domains/tickets/tickets.ts", "pdf/write.ts"],
  ["server/portal.ts", "server/demo/demo.ts"],
  ["server/database/open.ts", "server/database/embedded/supervisor.ts"],
])("%s may not import %s", (file, imported) => {
  expect(brokenRules(file, imported)).not.toEqual([]);
});

test.each([
  ["web/app/tickets/ticket.page.tsx", "web/app/forms/y.tsx"],
  ["web/app/tickets/x.tsx", "web/app/tickets/staff/y.tsx"],
  ["web/app/tickets/x.tsx", "web/app/ui/section.tsx"],
  ["web/app/tickets/x.tsx", "web/app/shell/calls/api.tsx"],
  ["web/app/tickets/staff/x.tsx", "web/app/holders/staff/listed-state.tsx"],
  ["web/app/tickets/x.tsx", "api/rules/limits.ts"],
  ["web/app/tickets/x.tsx", "pdf/markdown/parse.ts"],
  ["server/domains/tickets/tickets.ts", "pdf/model/fill.ts"],
  ["server/domains/tickets/tickets.print.task.ts", "pdf/write.ts"],
  ["pdf/write.ts", "pdf/markdown/parse.ts"],
  ["server/domains/tickets/tickets.ts", "server/domains/tickets/tickets.queries.ts"],
  ["server/domains/tickets/tickets.routes.ts", "server/domains/forms/review/list.ts"],
  ["server/domains/tickets/tickets.domain.ts", "server/domains/tickets/tickets.routes.ts"],
  ["server/domains/tickets/tickets.domain.ts", "server/domains/forms/review/list.ts"],
  ["server/domains.ts", "server/domains/tickets/tickets.domain.ts"],
])("%s may import %s", (file, imported) => {
  expect(brokenRules(file, imported)).toEqual([]);
});
