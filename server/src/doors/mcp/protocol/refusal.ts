import { Reply } from '../../../platform/http/endpoint.ts'
import type { RequestId } from './rpc-messages.ts'

/** Refusals before the SDK takes over, in its format. `id`: of the request; null if it is not known. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  { id = null, headers = {} }: { id?: RequestId | null; headers?: Record<string, string> } = {},
): Reply =>
  new Reply(
    { jsonrpc: '2.0', error: { code, message }, id },
    { ...headers, 'content-type': 'application/json' },
    status,
  )
