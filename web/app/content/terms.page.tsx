/** The firm's terms of use. */
import { useLoaderData } from "react-router";
import { plainPage } from "../shell/public/plain-page.ts";
import { PublicText } from "./public-text.tsx";
import { pageLoader, pageMeta, type ReadPage } from "./read-page.ts";

export const handle = plainPage;
export const loader = pageLoader("terms");
export const meta = pageMeta;

export default function TermsPage() {
  return <PublicText page={useLoaderData<ReadPage>()} />;
}
