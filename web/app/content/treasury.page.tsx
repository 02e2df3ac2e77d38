/** Where the clients' money is, how it is protected, and the interest paid on it. */
import { useLoaderData } from "react-router";
import { plainPage } from "../shell/public/plain-page.ts";
import { PublicText } from "./public-text.tsx";
import { pageLoader, pageMeta, type ReadPage } from "./read-page.ts";

export const handle = plainPage;
export const loader = pageLoader("treasury");
export const meta = pageMeta;

export default function TreasuryPage() {
  return <PublicText page={useLoaderData<ReadPage>()} />;
}
