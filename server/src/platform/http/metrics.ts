import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Metrics for Prometheus. Labels are patterns and codes, never ids, names or user input. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'bellwether_' })
  const requests = new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'bellwether_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  const completions = new Counter({
    name: 'bellwether_completions_total',
    help: 'Completions by connector and outcome',
    labelNames: ['connector', 'outcome'],
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'bellwether_tokens_total',
    help: 'Tokens reported by providers',
    labelNames: ['connector', 'direction'],
    registers: [registry],
  })
  const droppedUsage = new Counter({
    name: 'bellwether_usage_rows_dropped_total',
    help: 'Usage rows dropped because the database was unavailable for too long',
    registers: [registry],
  })

  // Finding a counter by its labels costs more than counting; there are few label sets, so each is looked up once.
  const requestCounters = remember((key) => {
    const [route = '', method = '', status = ''] = key.split('\n')
    return { count: requests.labels({ route, method, status }), time: duration.labels({ route }) }
  })
  const completionCounters = remember((key) => {
    const [connector = '', outcome = ''] = key.split('\n')
    return {
      count: completions.labels({ connector, outcome }),
      input: tokens.labels({ connector, direction: 'in' }),
      output: tokens.labels({ connector, direction: 'out' }),
    }
  })

  return {
    registry,
    countRequest(route: string, method: string, status: number, seconds: number): void {
      const counters = requestCounters(`${route}\n${method}\n${status}`)
      counters.count.inc()
      counters.time.observe(seconds)
    },
    countCompletion(connector: string, outcome: string, inputTokens: number, outputTokens: number): void {
      const counters = completionCounters(`${connector}\n${outcome}`)
      counters.count.inc()
      if (inputTokens > 0) counters.input.inc(inputTokens)
      if (outputTokens > 0) counters.output.inc(outputTokens)
    },
    countDroppedUsage: (rows: number): void => droppedUsage.inc(rows),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function remember<T>(make: (key: string) => T): (key: string) => T {
  const values = new Map<string, T>()
  return (key) => {
    let value = values.get(key)
    if (value === undefined) {
      value = make(key)
      values.set(key, value)
    }
    return value
  }
}
