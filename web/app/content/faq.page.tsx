/** What visitors and clients ask most often. */
import { useLoaderData } from "react-router";
import { plainPage } from "../shell/public/plain-page.ts";
import { PublicText } from "./public-text.tsx";
import { pageLoader, pageMeta, type ReadPage } from "./read-page.ts";

export const handle = plainPage;
export const loader = pageLoader("faq");
export const meta = pageMeta;

export default function FaqPage() {
  return <PublicText page={useLoaderData<ReadPage>()} />;
}
