/** Names that SharePoint allows for files and folders. Without zod, because pages check before they send. */
import { fileNameForm } from "./visible-text.ts";

/** Longest name, in characters. */
export const sharepointNameMaxLength = 255;
const forbiddenSign = /["*:<>?/\\|]/;
/** Reserved by Windows, also with an ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Whether SharePoint takes the name
 * (support.microsoft.com: "Restrictions and limitations in OneDrive and SharePoint").
 */
export const isSharepointName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= sharepointNameMaxLength &&
  fileNameForm.test(name) &&
  !forbiddenSign.test(name) &&
  !reserved.test(name) &&
  !/^[\s~]|[\s.]$|_vti_/i.test(name) &&
  !/^(\.lock|desktop\.ini)$/i.test(name);
