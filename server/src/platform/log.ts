import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Field names whose value never belongs in a log line, wherever they stand. */
const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'new_password', 'api_key', 'apiKey', 'token', 'secret', 'secret_key', 'signup_key']

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 1, sync: true }))
}
