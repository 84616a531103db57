import { makeText } from '../support/made-up-text.mjs'
import { cpuMs, pause, residentMiB, round } from '../support/processes.mjs'
import { cpuPerRequest } from './measure.mjs'

/** A knowledge base of one book. */
export async function measurePassages(bench) {
  const rows = []
  for (const count of [1000, 10_000, 100_000]) {
    const { text, questions } = makeText(count)
    const { kb_id: base } = await bench.call('POST', '/creator/knowledgebases', { name: `${count} passages` })
    const form = new FormData()
    form.append('files', new Blob([text], { type: 'text/plain' }), 'book.txt')
    const before = cpuMs(bench.pid)
    await bench.call('POST', `/creator/knowledgebases/kb/${base}/files`, form)
    await untilRead(bench, base)
    const reading = (cpuMs(bench.pid) - before) / count
    let at = 0
    const ask = () =>
      bench.call('POST', `/knowledge-bases/${base}/query`, {
        question: questions[at++ % questions.length],
        top_k: 6,
      })
    rows.push([
      count,
      round(reading, 2),
      await cpuPerRequest(bench, ask, 50),
      round(residentMiB(bench.pid), 0),
    ])
  }
  return {
    title: 'Passages of a knowledge base',
    columns: ['passages', 'CPU to read one (ms)', 'CPU per question (ms)', 'memory of the server (MiB)'],
    rows,
  }
}

async function untilRead({ call }, base) {
  for (;;) {
    const { by_status } = await call('GET', `/creator/knowledgebases/kb/${base}/ingestion-status`)
    if (by_status.failed > 0) throw new Error('the book could not be read')
    if (by_status.completed > 0) return
    await pause(200)
  }
}
