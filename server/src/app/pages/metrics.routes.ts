import type { IncomingMessage } from 'node:http'
import { unauthenticated } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'

export interface MetricsDeps {
  metrics: Metrics
  /** METRICS_TOKEN. Undefined: only programs on this machine may read the metrics. */
  metricsToken: string | undefined
}

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
/** A request with one of them was forwarded for someone else. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)

/** Figures for monitoring, which must not depend on the database. */
export function createMetricsRoutes({ metrics, metricsToken }: MetricsDeps): Endpoint[] {
  const report = async () =>
    new Reply(await metrics.registry.metrics(), { 'content-type': metrics.registry.contentType })

  function mayRead(incoming: IncomingMessage): boolean {
    if (metricsToken === undefined) return isFromThisMachine(incoming)
    const token = /^bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? '')?.[1]
    return token !== undefined && isSameSecret(token, metricsToken)
  }

  return [
    endpoint({
      answer: 'file',
      method: 'GET',
      path: '/metrics',
      tag: 'Operation',
      summary: 'Get metrics',
      description:
        'In Prometheus format. Needs `METRICS_TOKEN` as bearer token; if it is not set, only programs on the same machine can read them.',
      access: 'public',
      async handle({ exchange }) {
        if (!mayRead(exchange.incoming)) throw unauthenticated()
        return report()
      },
    }),
    endpoint({
      answer: 'file',
      method: 'GET',
      path: '/system/metrics',
      tag: 'Operation',
      summary: 'Get metrics as a system admin',
      description: 'The same as `/metrics`, of the instance that answers.',
      access: 'system-admin',
      handle: report,
    }),
  ]
}
