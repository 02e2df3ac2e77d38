/** Which filters of a list stay when the reader opens another part of it. */
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { show } from "../../../ui/testing/show.tsx";
import { usePartLink } from "./use-part-link.ts";

function Links() {
  const linkTo = usePartLink("state", "open");
  return (
    <>
      <a href={linkTo("open")}>open</a>
      <a href={linkTo("done")}>done</a>
    </>
  );
}

const shown = async (address: string) => {
  const page = await show(
    <MemoryRouter initialEntries={[address]}>
      <Links />
    </MemoryRouter>,
    { withRouter: false },
  );
  return ["open", "done"].map((name) => page.getByRole("link", { name }).element().getAttribute("href"));
};

test("a colleague stays chosen in the other parts of a list, and what belongs to one part does not", async () => {
  expect(await shown("/?assigned=0&state=done&decidable=true")).toEqual(["?assigned=0", "?assigned=0&state=done"]);
});

test("the address of the first part is bare without a colleague", async () => {
  expect(await shown("/?state=done")).toEqual(["?", "?state=done"]);
});
