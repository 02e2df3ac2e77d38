import { catalogue } from "@portico/messages/generated/contracts.pl.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
