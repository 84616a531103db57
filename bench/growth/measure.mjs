import { load } from '../support/load.mjs'
import { cpuMs, round } from '../support/processes.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 3)

/** The lowest CPU time per answer over a few rounds: other work on the machine can only add to it. */
export async function cpuPerAnswer(bench, target, { concurrency = 20, count = 400 } = {}) {
  await load(target, { concurrency, count: 2 * count })
  let least = Infinity
  for (let turn = 0; turn < ROUNDS; turn++) {
    const before = cpuMs(bench.pid)
    const { errors } = await load(target, { concurrency, count })
    if (errors > 0) throw new Error(`${errors} of ${count} answers failed`)
    least = Math.min(least, (cpuMs(bench.pid) - before) / count)
  }
  return round(least, 2)
}

/** The same for any request. */
export async function cpuPerRequest(bench, request, count = 20) {
  await request()
  let least = Infinity
  for (let turn = 0; turn < ROUNDS; turn++) {
    const before = cpuMs(bench.pid)
    for (let at = 0; at < count; at++) await request()
    least = Math.min(least, (cpuMs(bench.pid) - before) / count)
  }
  return round(least, 2)
}

export async function makeAssistant(
  bench,
  name,
  { llm = 'burst-100', tools = [], template = '{user_input}' } = {},
) {
  const { id } = await bench.call('POST', '/assistants', {
    name,
    system_prompt: 'You answer with the page on which your answer rests.',
    prompt_template: template,
    metadata: {
      assistant_type: 'multi_tool',
      prompt_processor: 'multi_augment',
      connector: 'openai',
      llm,
      tools,
    },
  })
  return id
}
