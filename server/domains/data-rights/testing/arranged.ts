/** What tests of data rights begin with. */

import type { TestApp, TestUser } from "../../../testing/app.ts";
import { arrangeUpload } from "../../files/testing/arranged.ts";
import { pdfWith } from "../../files/testing/samples.ts";

/** A document of the client, as staff added it; its id. */
export async function arrangeDocuments(app: TestApp, client: TestUser): Promise<number> {
  const office = await app.as("office");
  const holder = { holderType: "user" as const, holderId: client.id };
  const upload = await arrangeUpload(app, office, holder, {
    name: "a.pdf",
    content: pdfWith(`/Lang (x-${client.id})`),
  });
  const { documents } = await office.client.documents.add({
    params: { ...holder, type: "address" },
    body: { documents: [{ upload }] },
  });
  return documents[0]?.id ?? 0;
}
