import { catalogue } from "@portico/messages/generated/content.pl.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
