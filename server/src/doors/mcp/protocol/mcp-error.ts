import type { AppError } from '../../../platform/errors.ts'
import { toAppError } from '../../../platform/http/error-bodies.ts'
import { isStopped } from '../../../platform/http/exchange.ts'
import type { Log } from '../../../platform/log.ts'

const INVALID_PARAMS = -32602
const INTERNAL = -32603
const RESOURCE_NOT_FOUND = -32002

/** An error that the SDK writes as a JSON-RPC error. */
export class McpFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** Every error leaves this door with a message of ours, or with none. */
export function toMcpFailure(
  thrown: unknown,
  { log, signal, missing = INVALID_PARAMS }: { log: Log; signal?: AbortSignal; missing?: number },
): McpFailure {
  if (thrown instanceof McpFailure) return thrown
  const error = toAppError(thrown)
  const isWithdrawn = signal !== undefined && isStopped(thrown, signal)
  if (error.code === 'internal' && !isWithdrawn)
    log.error({ err: error.cause ?? error }, 'MCP request failed')
  return new McpFailure(codeOf(error, missing), error.message)
}

function codeOf(error: AppError, missing: number): number {
  if (error.code === 'not_found') return missing
  return error.code === 'bad_request' || error.code === 'invalid' ? INVALID_PARAMS : INTERNAL
}

export const toResourceFailure = (thrown: unknown, ends: { log: Log; signal?: AbortSignal }) =>
  toMcpFailure(thrown, { ...ends, missing: RESOURCE_NOT_FOUND })
