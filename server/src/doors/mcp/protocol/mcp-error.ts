import type { AppError } from '../../../platform/errors.ts'
import { toAppError } from '../../../platform/http/error-bodies.ts'
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
export function toMcpFailure(thrown: unknown, log: Log, missing = INVALID_PARAMS): McpFailure {
  if (thrown instanceof McpFailure) return thrown
  const error = toAppError(thrown)
  if (error.code === 'internal') log.error({ err: error.cause ?? error }, 'MCP request failed')
  return new McpFailure(codeOf(error, missing), error.message)
}

function codeOf(error: AppError, missing: number): number {
  if (error.code === 'not_found') return missing
  return error.code === 'bad_request' || error.code === 'invalid' ? INVALID_PARAMS : INTERNAL
}

export const toResourceFailure = (thrown: unknown, log: Log) => toMcpFailure(thrown, log, RESOURCE_NOT_FOUND)
