import { Reply } from '../../../platform/http/endpoint.ts'

/** Refusals before the SDK takes over, in its format. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Reply =>
  new Reply(
    { jsonrpc: '2.0', error: { code, message }, id: null },
    { ...headers, 'content-type': 'application/json' },
    status,
  )
