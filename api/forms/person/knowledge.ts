/** The person's investment knowledge: stated and tested. */
import { type AnswersOf, defineStep } from "../field.ts";
import { education, experience, knowledgeTest, profession } from "../knowledge-fields.ts";

export const step = defineStep({
  name: "knowledge",
  groups: [
    { name: "education", fields: [education, profession] },
    { name: "experience", fields: [experience] },
    { name: "test", fields: [knowledgeTest] },
  ],
});
export type KnowledgeAnswers = AnswersOf<typeof step>;
