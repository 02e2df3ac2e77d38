/** Why a file was refused, as text: the server's reason for the file, otherwise that of the call. */
import { ApiError } from "@portico/api/errors.ts";
import { useText } from "../../ui/text.tsx";
import { errorText } from "./api.tsx";

export function useRefusalText(): (error: unknown) => string {
  const t = useText();
  return (error) => {
    const first = error instanceof ApiError ? error.errors[0] : undefined;
    return first ? t(`field.${first.code}`) : errorText(t, error);
  };
}
