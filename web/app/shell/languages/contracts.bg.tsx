import { catalogue } from "@portico/messages/generated/contracts.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
