import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './testing.ts'

describe('the operator’s own tools', () => {
  // Inside the repository, so that `bellwether/plugin` is found, as it is for an operator.
  const folder = mkdtempSync(join(process.cwd(), 'plugins', '.test-'))
  let app: TestApp

  beforeAll(async () => {
    cpSync('plugins/glossary.tool.mjs', join(folder, 'glossary.tool.mjs'))
    writeFileSync(
      join(folder, 'typed.tool.ts'),
      `import { defineTool } from 'bellwether/plugin'
       import * as z from 'zod'
       const answer: string = 'from TypeScript'
       export default defineTool({ name: 'typed', title: 'Typed', description: '', category: 'custom', version: '1.0',
         config: z.object({}), input: z.object({}), inject: { placeholder: 'typed', input: () => ({}) },
         run: () => ({ ok: true, content: answer, sources: [] }) })`,
    )
    writeFileSync(
      join(folder, 'old_search.tool.mjs'),
      `export const rag_processor = (messages) => ({ context: 'found for ' + messages.at(-1).content, sources: [{ title: 'Old' }] })`,
    )
    writeFileSync(join(folder, 'broken.tool.mjs'), 'export default 7')
    writeFileSync(join(folder, 'worse.tool.mjs'), 'this is no JavaScript')
    app = await startTestApp({ PLUGINS_DIR: folder })
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('are listed; broken ones are named with the reason, and the server starts', async () => {
    const { body } = await app.call('GET', '/completions/tools')
    const names = body.tools.map((tool: { name: string }) => tool.name)
    expect(names).toEqual(expect.arrayContaining(['glossary', 'typed', 'old_search']))
    expect(body.broken_plugins.map((one: { file: string }) => one.file)).toEqual([
      'broken.tool.mjs',
      'worse.tool.mjs',
    ])
    expect(
      (await app.call('GET', '/completions/tools/glossary')).body.config_schema.properties,
    ).toHaveProperty('terms')
    expect((await app.call('GET', '/completions/tools/old_search')).body).toMatchObject({
      category: 'legacy',
      placeholder: 'context',
    })
  })

  it('run in an assistant like any other', async () => {
    const token = await app.signIn()
    const tools = [
      { type: 'glossary', config: { terms: { bellwether: 'the sheep that leads' } } },
      { type: 'typed' },
      { type: 'old_search' },
    ]
    const id = await app.makeAssistant(token, {
      prompt_template: '{glossary}|{typed}|{context}',
      metadata: { assistant_type: 'multi_tool', tools },
    })
    const messages = [{ role: 'user', content: 'What is a bellwether?' }]
    const answer = await app.call('POST', `/completions?assistant_id=${id}`, token, { messages })
    expect(answer.body.choices[0].message.content).toBe(
      '\n\nbellwether: the sheep that leads\n\n|\n\nfrom TypeScript\n\n|\n\nfound for What is a bellwether?\n\n',
    )
    expect(answer.body.sources).toEqual([{ n: 1, title: 'Old' }])
  })
})
