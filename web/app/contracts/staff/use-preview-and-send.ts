/** First the PDF as it would be sent, then sending exactly that; the preview is forgotten when something is changed. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { ContractDetail, contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";

export type Preview = Answer<(typeof contracts)["preview"]>;

export function usePreviewAndSend<Made extends Preview>(
  make: (api: Client<Api>) => Promise<Made>,
  deliver: (api: Client<Api>, made: Made) => Promise<ContractDetail>,
  onSent: (sent: ContractDetail) => void,
) {
  const api = useApi();
  const preview = useMutation({ mutationFn: () => make(api) });
  const send = useChange((calls, made: Made) => deliver(calls, made), {
    onSuccess: onSent,
    // The holder's data changed since the preview: the PDF must be read again.
    onError: (error) => {
      if (error instanceof ApiError && error.code === "textChanged") preview.reset();
    },
  });
  return {
    preview,
    send,
    forget: () => {
      preview.reset();
      send.reset();
    },
  };
}
