import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { withoutFences } from '../../completions/context/fence.testing.ts'
import { createLog } from '../../platform/log.ts'
import { loadPlugins } from './load-plugins.ts'

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
      `export const rag_processor = (messages, { RAG_collections, RAG_Top_k }) => ({
         context: 'found for ' + messages.at(-1).content + ' in ' + RAG_collections + ' ' + RAG_Top_k, sources: [{ title: 'Old' }] })`,
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
    const { body } = await app.call('GET', '/completions/tools', await app.signIn())
    const names = body.tools.map((tool: { name: string }) => tool.name)
    expect(names).toEqual(expect.arrayContaining(['glossary', 'typed', 'old_search']))
    expect(body.broken_plugins.map((one: { file: string }) => one.file)).toEqual([
      'broken.tool.mjs',
      'worse.tool.mjs',
    ])
    expect((await app.call('GET', '/completions/tools')).body.broken_plugins).toEqual([])
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
    expect(withoutFences(answer.body.choices[0].message.content)).toBe(
      '\n\nbellwether: the sheep that leads\n\n|\n\nfrom TypeScript\n\n|\n\nfound for What is a bellwether? in  3\n\n',
    )
    expect(answer.body.sources).toEqual([
      {
        source: { name: 'Old' },
        document: ['Old'],
        metadata: [{ n: 1, title: 'Old', source: 'Old', name: 'Old' }],
      },
    ])
  })

  it('a RAG processor of LAMB’s times gets the columns that it was written for, before and after converting', async () => {
    const token = await app.signIn()
    const id = await app.makeAssistant(token, {
      prompt_template: '{context}',
      RAG_collections: '7,8',
      RAG_Top_k: 5,
      metadata: { rag_processor: 'old_search' },
    })
    const promptOf = async () => {
      const messages = [{ role: 'user', content: 'Who?' }]
      const answer = await app.call('POST', `/completions?assistant_id=${id}`, token, { messages })
      return answer.body.choices[0].message.content
    }
    const { rag_processors: offered } = (await app.call('GET', '/lamb/v1/completions/list', token)).body
    expect(offered).toContain('old_search')
    const before = await promptOf()
    expect(before).toContain('found for Who? in 7,8 5')
    expect((await app.call('POST', `/assistants/${id}/convert`, token, {})).status).toBe(200)
    expect(await promptOf()).toBe(before)
  })

  it('a second start finds the same tools: compiled TypeScript files don’t count as plugins', async () => {
    const { tools } = await loadPlugins(folder, createLog('silent'))
    expect(tools.map(({ name }) => name).sort()).toEqual(['glossary', 'old_search', 'typed'])
    await (await startTestApp({ PLUGINS_DIR: folder })).stop()
  })

  it('two with the same name prevent the start', async () => {
    const twice = mkdtempSync(join(process.cwd(), 'plugins', '.test-'))
    try {
      for (const name of ['one', 'two']) cpSync('plugins/glossary.tool.mjs', join(twice, `${name}.tool.mjs`))
      await expect(startTestApp({ PLUGINS_DIR: twice })).rejects.toThrow(
        'The tools glossary and glossary have the same name: glossary',
      )
    } finally {
      await rm(twice, { recursive: true, force: true })
    }
  })
})

describe('an invalid plugin', () => {
  const written = (more: string) => `
    import * as z from 'zod'
    export default { name: 'mine', title: 'Mine', description: '', category: 'custom', version: '1.0', config: z.object({}),
      input: z.object({}), inject: { placeholder: 'mine', input: () => ({}) }, run: () => ({ ok: true, content: '', sources: [] }),
      ${more} }`

  it.each<[string, string, RegExp, number?]>([
    ['a missing text', written('title: undefined'), /^title: must be a string$/],
    ['no use', written('inject: undefined'), /inject, call or both/],
    ['a place that no template has', written(`inject: { placeholder: 'My Place', input() {} }`), /^inject: /],
    ['half a call', written(`call: { functionName: () => 'x' }`), /^call: /],
    [
      'a schema that can’t be shown',
      written(`config: z.object({ a: z.lazy(() => { throw new Error('no') }) })`),
      /^no$/,
    ],
    [
      'a name that needs settings',
      written(`call: { functionName: (c) => c.a.b, describe: () => '' }`),
      /undefined/,
    ],
    ['a module that is not there', `import 'nowhere-to-be-found'\n${written('')}`, /nowhere-to-be-found/],
    [
      'one that never finishes',
      `await new Promise((go) => setTimeout(go, 60000).unref())\n${written('')}`,
      /within 0.3 s/,
      300,
    ],
  ])(
    '%s is told with the reason, and without the server’s folders',
    async (_what, text, reason, limitMs?) => {
      const folder = mkdtempSync(join(process.cwd(), 'plugins', '.test-'))
      try {
        writeFileSync(join(folder, 'mine.tool.mjs'), text)
        const { tools, broken } = await loadPlugins(folder, createLog('silent'), limitMs)
        expect(tools).toEqual([])
        expect(broken).toEqual([{ file: 'mine.tool.mjs', reason: expect.stringMatching(reason) }])
        expect(broken[0]?.reason).not.toContain(process.cwd())
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})

it('a plugin that may be used only once is refused the second time', async () => {
  const folder = mkdtempSync(join(process.cwd(), 'plugins', '.test-'))
  const body = `export default { name: 'once', description: 'Only one', allowMultiple: false, run: () => 'x' }`
  writeFileSync(join(folder, 'once.tool.mjs'), body)
  const app = await startTestApp({ PLUGINS_DIR: folder })
  try {
    const token = await app.signIn()
    expect((await app.call('GET', '/completions/tools/once')).body).toMatchObject({ allow_multiple: false })
    const save = (...tools: unknown[]) =>
      app.call('POST', '/assistants', token, {
        name: `once ${Math.random()}`,
        metadata: { assistant_type: 'multi_tool', connector: 'bypass', tools },
      })
    expect((await save({ type: 'once' })).status).toBe(200)
    const twice = await save({ type: 'once' }, { type: 'once', placeholder: 'other' })
    expect([twice.status, twice.body.detail]).toEqual([400, 'tools/1: Once can only be added once'])
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
