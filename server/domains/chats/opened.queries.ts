/** What opening a conversation begins with: the holder's name, who is in charge, who has read what, and who was there. */
import type { ChatPresence, ChatReading } from "@portico/api/chats.ts";
import type { HolderRow } from "../../kernel/holder-row.ts";
import { holderName } from "../holders/holders.ts";

export interface OpenedRow {
  /** Null if there is no such holder. */
  name: string | null;
  chat: OpenedChat | null;
}

interface OpenedChat {
  id: number;
  change: number;
  assigned_to: number | null;
  assigned_name: string | null;
  readings: ChatReading[];
  /** Also those who have left. */
  present: ChatPresence[];
}

export const openedRow: HolderRow<OpenedRow> = {
  select: (holderType, holderId) => `
    select ${holderName(holderType, holderId)} as name, (
      select json_build_object('id', chat.id, 'change', chat.change, 'assigned_to', chat.assigned_to,
        'assigned_name', (select name from app_user where id = chat.assigned_to),
        'readings', coalesce((
          select json_agg(json_build_object('user_id', user_id, 'by_staff', by_staff, 'number', number, 'change', change)
            order by user_id)
          -- Somebody who was only reminded has read nothing.
          from chat_reading where chat_id = chat.id and number > 0
        ), '[]'::json),
        'present', coalesce((
          select json_agg(json_build_object('user_id', person.id, 'name', person.name, 'by_staff', presence.by_staff,
            'until', to_char(presence.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by person.id)
          from chat_presence presence join app_user person on person.id = presence.user_id
          where presence.chat_id = chat.id
        ), '[]'::json))
      from chat where chat.holder_type = ${holderType} and chat.holder_id = ${holderId}
    ) as chat`,
};
