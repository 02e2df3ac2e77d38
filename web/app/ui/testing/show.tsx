/** Shows a component as on a page of the portal: with styles, texts, theme and router. */
import { MantineProvider } from "@mantine/core";
import { catalogue as accounts } from "@portico/messages/generated/accounts.en.ts";
import { catalogue as admin } from "@portico/messages/generated/admin.en.ts";
import { catalogue as allocation } from "@portico/messages/generated/allocation.en.ts";
import { catalogue as chats } from "@portico/messages/generated/chats.en.ts";
import { catalogue as contracts } from "@portico/messages/generated/contracts.en.ts";
import { catalogue as documents } from "@portico/messages/generated/documents.en.ts";
import { catalogue as forms } from "@portico/messages/generated/forms.en.ts";
import { catalogue as funds } from "@portico/messages/generated/funds.en.ts";
import { catalogue as money } from "@portico/messages/generated/money.en.ts";
import { catalogue as notifications } from "@portico/messages/generated/notifications.en.ts";
import { catalogue as portal } from "@portico/messages/generated/portal.en.ts";
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { catalogue as reports } from "@portico/messages/generated/reports.en.ts";
import { catalogue as tickets } from "@portico/messages/generated/tickets.en.ts";
import { catalogue as users } from "@portico/messages/generated/users.en.ts";
import { createText } from "@portico/messages/text.ts";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { cleanup, render } from "vitest-browser-react/pure";
import "../styles.ts";
import { TextProvider } from "../text.tsx";
import { theme } from "../theme.ts";
import { HydratedContext } from "../use-hydrated.ts";

const catalogue = {
  ...allocation,
  ...portal,
  ...reports,
  ...forms,
  ...contracts,
  ...documents,
  ...tickets,
  ...chats,
  ...notifications,
  ...funds,
  ...users,
  ...accounts,
  ...money,
  ...portfolios,
  ...admin,
};

/** The texts used by the components. */
export const t = createText("en", [catalogue]);

function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <TextProvider language="en" catalogue={catalogue}>
        <HydratedContext value={true}>{children}</HydratedContext>
      </TextProvider>
    </MantineProvider>
  );
}

const WithRouter = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Providers>{children}</Providers>
  </MemoryRouter>
);

/** Removes what an earlier test showed, because test files share one page. A component may bring its own router. */
export async function show(component: ReactNode, { withRouter = true } = {}) {
  await cleanup();
  return render(component, { wrapper: withRouter ? WithRouter : Providers });
}
