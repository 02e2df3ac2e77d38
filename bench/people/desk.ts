/**
 * Tickets and conversations: a ticket with two comments for each user, ten messages for each, and one conversation with
 * 100,000 messages in a firm of any size.
 */
import { measuredUser, type Size, type Statement, staffOf } from "./size.ts";
import { chosen, number, textOf, wordsOf } from "./texts.ts";

const longMessages = 100_000;

const about = chosen("n", [
  "Такса за попечителство",
  "Question about my yearly statement",
  "Pytanie o przelew",
  "Смяна на банкова сметка",
  "Withdrawal to another account",
]);
const title = [about, number("n")];
const content = ["Please explain this to me in a few words, thank you:", about, number("n")];
const comment = [
  chosen("n", [
    "Благодаря, разбрах за какво е таксата",
    "The fee is for the custody of your securities, see the price list",
  ]),
];
/** The number of the conversation is in few messages of a large firm, that of the message in a tenth of them. */
const message = ["Message", number("n"), "of conversation", number("chat.id"), ":", about, number("n")];

/** Most tickets are closed; one in fifty waits for the firm, one in a hundred of these for long. */
const ticketsSql = (size: Size): Statement[] => [
  {
    text: `insert into ticket (holder_type, holder_id, title, content, words, topic, priority, state, state_changed_at, assigned_to,
             created_by, by_staff, created_at, changed_at, waiting_since, tags, turns, finished_at, first_answered_at,
             next_due_at, first_answer_due_at, resolution_due_at, clock_rules)
           select 'user', n, ${textOf(title)}, ${textOf(content)}, ${wordsOf([...title, ...content])},
             (array['question', 'portfolio', 'payments', 'documents', 'technical'])[1 + n % 5],
             case when n % 97 = 0 then 'urgent' else 'normal' end,
             case when n % 50 = 0 then 'assigned' when n % 50 = 1 then 'open' when n % 50 = 2 then 'resolved' else 'closed' end,
             at, case when n % 50 = 0 then 1 + n / 50 % $1 end, n, false, at, at,
             case when n % 50 < 2 then at end, case when n % 200 = 7 then array['complaint'] else '{}' end, array[at],
             case when n % 50 >= 2 then at end, case when n % 50 >= 2 then at end,
             case when n % 50 < 2 then at + interval '2 days' end, at + interval '1 day', at + interval '2 days', 'bench'
           from (select id as n, now() - interval '1 minute' * (id % 1000000) as at from app_user) as one order by n`,
    values: [staffOf(size)],
  },
  {
    text: `insert into ticket_comment (holder_type, holder_id, ticket_id, content, words, created_by, by_staff, internal, created_at)
           select holder_type, holder_id, id, ${textOf(comment)}, ${wordsOf(comment)}, case n when 1 then 1 else created_by end, n = 1, false,
             created_at + interval '1 hour' * n
           from ticket, generate_series(1, 2) as n order by id, n`,
  },
  {
    text: `update ticket set comments = 2, last_answer = answer.id, last_answer_at = answer.created_at,
             last_answer_by = answer.created_by
           from ticket_comment answer where answer.ticket_id = ticket.id and answer.by_staff`,
  },
];

const chatsSql = (size: Size): Statement[] => [
  {
    text: `insert into chat (holder_type, holder_id, change, messages, assigned_to, waiting_since, last_message_at,
             client_message, staff_read)
           select 'user', id, count, count, case when id % 3 = 0 then 1 + id % $2 end,
             case when id % 100 = 0 then now() - interval '1 minute' * (id % 100000) end,
             now() - interval '1 minute' * (id % 1000000), count, case when id % 100 = 0 then 0 else count end
           from (select id, case id when $1::bigint then ${longMessages} else 10 end as count from app_user) as one order by id`,
    values: [measuredUser(size), staffOf(size)],
  },
  {
    text: `insert into chat_message (holder_type, holder_id, chat_id, number, key, author_id, by_staff, text, words, created_at,
             change)
           select holder_type, holder_id, chat.id, n, gen_random_uuid(), case n % 2 when 0 then 1 else holder_id end, n % 2 = 0,
             ${textOf(message)}, ${wordsOf(message)}, last_message_at - interval '1 minute' * (messages - n), n
           from chat, generate_series(1, messages) as n order by chat.id, n`,
  },
  {
    text: `insert into chat_reading (holder_type, holder_id, chat_id, user_id, by_staff, number, change)
           select holder_type, holder_id, id, holder_id, false, messages, change from chat order by id`,
  },
];

export const deskSql = (size: Size): Statement[] => [...ticketsSql(size), ...chatsSql(size)];
