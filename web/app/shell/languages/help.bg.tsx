import { catalogue } from "@portico/messages/generated/help.bg.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
