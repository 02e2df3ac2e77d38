import { catalogue } from "@portico/messages/generated/content.en.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
