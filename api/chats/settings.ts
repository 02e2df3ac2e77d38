/** Settings of conversations. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

/** Whether mails about unread messages show what the firm wrote. */
const chatRules = z.strictObject({ mailsShowText: z.boolean() });

export const settings = { chatRules: setting(chatRules, () => ({ mailsShowText: false })) };
