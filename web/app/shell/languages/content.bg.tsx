import { catalogue } from "@portico/messages/generated/content.bg.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
