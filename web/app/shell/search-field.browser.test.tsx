/** The search of a list: what was typed stays while earlier text is still on its way to the address. */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../ui/testing/show.tsx";
import { SearchField } from "./search-field.tsx";

/**
 * A field whose address follows only when the test lets it. Whole words are typed at once: between two keys a busy machine
 * may take as long as a pause.
 */
async function shown() {
  const sent: string[] = [];
  const address = new EventTarget();
  const push = (search: string) => sent.push(search);
  function Field() {
    const [asked, setAsked] = useState("");
    useEffect(() => {
      const follow = (event: Event) => setAsked((event as CustomEvent<string>).detail);
      address.addEventListener("arrive", follow);
      return () => address.removeEventListener("arrive", follow);
    }, []);
    return <SearchField label="Search" asked={asked} onChange={push} />;
  }
  await show(<Field />);
  const arrive = (search: string) => address.dispatchEvent(new CustomEvent("arrive", { detail: search }));
  return { sent, arrive, field: page.getByRole("searchbox", { name: "Search" }) };
}

test("two searches that arrive late, one after the other, do not replace what was typed since", async () => {
  const { sent, arrive, field } = await shown();
  await field.fill("Lis");
  await expect.poll(() => sent).toEqual(["Lis"]);
  await field.fill("Lista");
  await expect.poll(() => sent).toEqual(["Lis", "Lista"]);
  await field.fill("Lista 1");
  arrive("Lis");
  await expect.element(field).toHaveValue("Lista 1");
  arrive("Lista");
  await expect.element(field).toHaveValue("Lista 1");
  await expect.poll(() => sent.at(-1)).toBe("Lista 1");
});

test("a search from elsewhere, such as a saved view, replaces the text", async () => {
  const { sent, arrive, field } = await shown();
  await field.fill("Lis");
  await expect.poll(() => sent).toEqual(["Lis"]);
  arrive("Lis");
  arrive("Maritsa");
  await expect.element(field).toHaveValue("Maritsa");
});

test("what was typed is sent when the field is left, before a click elsewhere, and once", async () => {
  const { sent, field } = await shown();
  const input = field.element() as HTMLInputElement;
  // Within one task, so that the pause cannot pass meanwhile.
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "Lis");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  input.blur();
  expect(sent).toEqual(["Lis"]);
  await field.fill("Lista");
  await expect.poll(() => sent).toEqual(["Lis", "Lista"]);
});

test("a saved view that overtakes the emptied search leads back to its text", async () => {
  const sent: string[] = [];
  function Field() {
    const [params, setParams] = useSearchParams({ search: "Lista" });
    const push = (search: string) => {
      sent.push(search);
      setParams({ search });
      // The view is chosen before the page has shown the emptied search.
      if (search === "") setParams({ search: "Lista" });
    };
    return <SearchField label="Search" asked={params.get("search") ?? ""} onChange={push} />;
  }
  await show(<Field />);
  const field = page.getByRole("searchbox", { name: "Search" });
  await field.fill("");
  // On a slow machine the field is no longer empty when it is looked at.
  await expect.poll(() => sent).toEqual([""]);
  await expect.element(field).toHaveValue("Lista");
});
