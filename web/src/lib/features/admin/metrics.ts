/** One sample in Prometheus' text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Invalid lines are skipped. Pure. */
export const parseMetrics = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined || Number.isNaN(Number(value))) return []
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', labelValue = '']) => [label, labelValue])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })

const sum = (
  samples: readonly Sample[],
  name: string,
  fits: (sample: Sample) => boolean = () => true,
): number =>
  samples
    .filter((sample) => sample.name === name && fits(sample))
    .reduce((total, { value }) => total + value, 0)

export interface Summary {
  startedAt: number
  requests: number
  failures: number
  answers: number
  failedAnswers: number
  memoryBytes: number
  lagMs: number
  lostRecords: number
}

/** The key numbers for an admin. Pure. */
export function summarize(samples: readonly Sample[]): Summary {
  const requests = 'bellwether_http_requests_total'
  const answers = 'bellwether_completions_total'
  return {
    startedAt: sum(samples, 'bellwether_process_start_time_seconds'),
    requests: sum(samples, requests),
    failures: sum(samples, requests, ({ labels }) => labels['status']?.startsWith('5') ?? false),
    answers: sum(samples, answers),
    failedAnswers: sum(samples, answers, ({ labels }) => labels['outcome'] !== 'ok'),
    memoryBytes: sum(samples, 'bellwether_process_resident_memory_bytes'),
    lagMs: sum(samples, 'bellwether_nodejs_eventloop_lag_p99_seconds') * 1000,
    lostRecords: sum(samples, 'bellwether_usage_rows_dropped_total'),
  }
}
