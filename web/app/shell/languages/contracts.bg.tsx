import { catalogue } from "@portico/messages/generated/contracts.bg.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
