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

/** The entries of a ZIP whose files are stored as they are, by name. */
export function unzipStored(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = zip.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(zip.toString("utf8", at + 46, at + 46 + name), zip.subarray(begin, begin + size));
    at += 46 + name + extra + comment;
  }
  return entries;
}
