import { catalogue } from "@portico/messages/generated/money.pl.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
