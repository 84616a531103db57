import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../harness/test-app.ts'
import { startTracedApp, type TracedApp } from './tracing.testing.ts'

onEachDatabase('answer without a model ($name)', ({ env }) => {
  let app: TracedApp
  beforeAll(async () => {
    app = await startTracedApp(await env())
  })
  afterAll(() => app.stop())

  it.each([true, false])('quotes the file, and its citations are checked (stream: %s)', async (stream) => {
    const tools = [{ type: 'single_file', config: { file_path: app.file } }]
    const id = await app.make({ connector: 'quotes', llm: 'quotes', tools })
    const messages = [{ role: 'user', content: 'What is in the guide?' }]
    const answer = await app.ask(id, { stream, messages })
    expect(answer.status).toBe(200)
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    expect(text).toContain('No language model is ')
    expect(text).toContain('“The guide.” [1]')
    expect(text).toMatch(
      /"citations":\{"sentences":\[.*"dangling_marks":\[\],"unsupported":0,"wrong_marks":0\}/,
    )
    if (stream) expect(text).toMatch(/"finish_reason":"stop"\}\]\}\n\ndata: \[DONE\]\n\n$/)
    expect((await app.traceOf(answer)).steps.at(-1)).toMatchObject({ kind: 'citations', unsupported: 0 })
  })
})
