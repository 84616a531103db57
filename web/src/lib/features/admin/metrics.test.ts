import { expect, it } from 'vitest'
import { parseMetrics, summarize } from './metrics.ts'

const TEXT = `# HELP bellwether_http_requests_total Requests answered
# TYPE bellwether_http_requests_total counter
bellwether_http_requests_total{route="/a",method="GET",status="200"} 40
bellwether_http_requests_total{route="/say \\"hi\\", {x}",method="GET",status="503"} 2
bellwether_completions_total{connector="openai",outcome="ok"} 5
bellwether_completions_total{connector="openai",outcome="failed"} 1
bellwether_process_resident_memory_bytes 123456789
bellwether_nodejs_eventloop_lag_p99_seconds 0.0125
nonsense here
`

it("reads Prometheus' text format", () => {
  expect(parseMetrics(TEXT)[1]?.labels).toEqual({ route: '/say \\"hi\\", {x}', method: 'GET', status: '503' })
  expect(summarize(parseMetrics(TEXT))).toMatchObject({
    requests: 42,
    failures: 2,
    answers: 6,
    failedAnswers: 1,
    memoryBytes: 123_456_789,
    lagMs: 12.5,
    lostRecords: 0,
  })
  expect(parseMetrics('')).toEqual([])
})
