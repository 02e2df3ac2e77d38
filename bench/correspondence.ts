/** What a client and the firm have written and sent each other, made by the portal's own calls, for the rows of lists. */
import { pngOf } from "../server/domains/files/testing/samples.ts";
import type { BenchPortal, BenchUser } from "./database.ts";

/** More of each than a page shows. */
const count = 60;

/** Tickets, of which every second is answered, chat messages and documents of one client. */
export async function correspond(
  { app }: Pick<BenchPortal, "app">,
  client: BenchUser,
  staff: BenchUser,
): Promise<void> {
  const call = async ({ token }: BenchUser, path: string, payload: object): Promise<{ id: number }> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method: "POST", url: `/api/${path}`, headers, payload });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  for (let at = 0; at < count; at += 1) {
    const question = {
      title: `A fee, ${at}`,
      content: "What is this fee of 12 EUR for? It was not there last year. ".repeat(4),
    };
    const { id } = await call(client, `ticket/user/${client.id}`, question);
    if (at % 2 === 0)
      await call(staff, `ticket/user/${client.id}/${id}/comments`, { content: "It is the custody fee." });
    await call(client, `chat/user/${client.id}/messages`, {
      text: `A question, ${at}`,
      key: crypto.randomUUID(),
      uploads: [],
    });
    const base64data = pngOf(20 + at, 20).toString("base64");
    await call(staff, `doc/user/${client.id}/other`, { documents: [{ fileName: `scan ${at}.png`, base64data }] });
  }
}
