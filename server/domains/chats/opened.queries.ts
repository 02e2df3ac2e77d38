/** SQL of a conversation that is opened: who is in charge, who has read what, and who is there, in one statement. */
import type { ChatPresence, ChatReading } from "@portico/api/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import type { ChatRecord } from "./chats.queries.ts";

interface OpenedChat extends ChatRecord {
  assigned_name: string | null;
  readings: ChatReading[];
  present: ChatPresence[];
}

export async function findOpened(db: Db, { holderType, holderId }: Holder, now: Date): Promise<OpenedChat | undefined> {
  const { rows } = await sql<OpenedChat>`
    select chat.id, chat.change, chat.messages, chat.assigned_to,
      (select name from app_user where id = chat.assigned_to) as assigned_name,
      coalesce((
        select json_agg(json_build_object('user_id', user_id, 'by_staff', by_staff, 'number', number, 'change', change)
          order by user_id)
        -- Somebody who was only reminded has read nothing.
        from chat_reading where chat_id = chat.id and number > 0
      ), '[]'::json) as readings,
      coalesce((
        select json_agg(json_build_object('user_id', person.id, 'name', person.name, 'by_staff', presence.by_staff,
          'until', to_char(presence.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by person.id)
        from chat_presence presence join app_user person on person.id = presence.user_id
        where presence.chat_id = chat.id and presence.until > ${now}
      ), '[]'::json) as present
    from chat where chat.holder_type = ${holderType} and chat.holder_id = ${holderId}`.execute(db);
  return rows[0];
}
