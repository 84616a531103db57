import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Field names whose values must never be logged, at any depth. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'api_key',
  'apiKey',
  'token',
  'secret',
  'secret_key',
  'signup_key',
]

const common = (level: string) => ({
  level,
  base: null,
  formatters: { level: (label: string) => ({ level: label }) },
})

export function createLog(level: string, destination?: DestinationStream): Log {
  const redact = {
    paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    censor: '[redacted]',
  }
  return pino({ ...common(level), redact }, destination ?? pino.destination({ dest: 1, sync: true }))
}

export interface AccessLog {
  write(line: AccessLine): void
  close(): void
}

/** One request. Written by one function, from values that can't be secrets, so it needs no redaction. */
export interface AccessLine {
  request: string
  method: string | undefined
  route: string
  status: number
  ms: number
  caller: string | undefined
  organization: number | undefined
  /** The client disconnected before the response was complete. */
  gone?: true
}

/**
 * One line per request, buffered for up to a second: at a thousand requests per second, single writes would cost more
 * than the relay.
 */
export function createAccessLog(level: string): AccessLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 })
  const log = pino(common(level), destination)
  const timer = setInterval(() => destination.flush(), 1000).unref()
  return {
    write: (line) => log.info(line),
    close() {
      clearInterval(timer)
      destination.flushSync()
    },
  }
}
