import { catalogue } from "@portico/messages/generated/funds.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
