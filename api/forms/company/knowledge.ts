/** Knowledge and experience of the person who trades for the company. */
import { defineStep } from "../field.ts";
import { education, experience, knowledgeTest, profession } from "../knowledge-fields.ts";
import { isName } from "../names.ts";

export const step = defineStep({
  name: "knowledge",
  groups: [
    {
      name: "trader",
      fields: [{ kind: "text", name: "traderName", required: true, hint: true, check: isName }, education, profession],
    },
    { name: "experience", fields: [experience] },
    { name: "test", fields: [knowledgeTest] },
  ],
});
