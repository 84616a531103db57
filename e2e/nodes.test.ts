import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawWords, toBitmap } from '../server/src/documents/readers/pictures.testing.ts'
import { createClient } from '../server/src/doors/agentsmithy/agentsmithy.testing.ts'
import { connectTo } from '../server/src/doors/mcp/mcp-door.testing.ts'
import { newLegacyDatabase } from '../server/src/importers/lamb/testing/legacy-database.ts'
import {
  callsAndSays,
  type FakeUpstream,
  says,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { testProgram } from '../server/test/harness/test-program.ts'
import { pdfOf } from './pdf.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

/** From scripts/test/test-nodes.mjs. */
const nodes = Object.entries(
  JSON.parse(process.env['TEST_NODES'] ?? '{}') as Record<string, { program: string; isDaily: boolean }>,
)
const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }
/** More than a socket takes at once, in pieces of every size. */
const WORDS = Array.from({ length: 4000 }, (_, at) => `${at}${'–'.repeat((at * 7) % 41)} `)
const ANSWER = WORDS.join('')

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** A command of the build, without npm. */
const runCommand = (
  node: string,
  file: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
) => {
  const path = pathToFileURL(join(import.meta.dirname, '../dist', file)).href
  const code = `const { ${command} } = await import(${JSON.stringify(path)})
    process.exit(await ${command}(process.env, ${JSON.stringify(args)}))`
  return run(node, ['--input-type=module', '--eval', code], env)
}

const newest = nodes
  .map(([version]) => version)
  .sort()
  .at(-1)
for (const [version, { program: node, isDaily }] of nodes)
  describe(`Node ${version}`, { tags: isDaily ? [] : ['nightly'] }, () => {
    it('sends streams of every size and speed completely', async () => {
      const { cases, faults } = JSON.parse(await run(node, [testProgram('event-streams')]))
      expect(cases).toBeGreaterThan(300)
      expect(faults).toEqual([])
    })

    // Every day on the newest one: all other tests run on an older one.
    describe('as a whole', { tags: version === newest ? [] : ['nightly'] }, () => {
      onEachDatabase('with $name', ({ env }) => {
        let folder: string
        let settings: Record<string, string>
        let upstream: FakeUpstream
        let server: ServerProcess
        let token: string
        let assistant: number

        const start = async (more: Record<string, string> = {}) => {
          server = await startServer({ ...settings, ...more }, undefined, undefined, node)
          token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token
        }
        const stop = async () => {
          server.child.kill('SIGTERM')
          expect(await server.exited).toEqual({ code: 0, signal: null })
        }
        // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
        const get = async (path: string): Promise<any> =>
          (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).json()
        const makeAssistant = async (name: string, metadata: object) =>
          (
            await post(
              `${server.url}/assistants`,
              { name, metadata: { connector: 'openai', llm: 'fake-model', ...metadata } },
              token,
            )
          ).body.id as number

        beforeAll(async () => {
          folder = await mkdtemp(join(tmpdir(), 'bellwether-node-'))
          upstream = await startFakeUpstream(says(...WORDS))
          settings = {
            ...(await env()),
            ...upstream.settings,
            DATA_DIR: join(folder, 'data'),
            ADMIN_EMAIL: ADMIN.email,
            ADMIN_PASSWORD: ADMIN.password,
          }
          await start()
          assistant = await makeAssistant('tutor', {
            prompt_processor: 'simple_augment',
            rag_processor: 'no_rag',
          })
        })
        afterAll(async () => {
          server?.child.kill('SIGKILL')
          await upstream?.stop()
          await rm(folder, { recursive: true, force: true })
        })

        it('streams whole answers to the OpenAI client', async () => {
          const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: token, maxRetries: 0 })
          const stream = await client.chat.completions.create({
            model: `lamb_assistant.${assistant}`,
            messages: [{ role: 'user', content: 'Count' }],
            stream: true,
          })
          let text = ''
          let finish: string | null | undefined
          for await (const { choices } of stream) {
            text += choices[0]?.delta.content ?? ''
            finish = choices[0]?.finish_reason ?? finish
          }
          expect(text).toBe(ANSWER)
          expect(finish).toBe('stop')
        })

        it('streams whole answers to the web chat', async () => {
          const response = await fetch(`${server.url}/assistants/${assistant}/answers`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ messages: [{ role: 'user', content: 'Count' }] }),
          })
          const text = await response.text()
          expect(text).toContain(WORDS.at(-1))
          expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
        })

        it('streams whole answers to MCP and AgentSmithy clients', async () => {
          const { client } = await connectTo(server.url, token)
          const { tools } = await client.listTools()
          const name = tools.find((tool) => tool.name.includes(String(assistant)))?.name ?? ''
          const result = await client.callTool({ name, arguments: { question: 'Count', query: 'Count' } })
          expect(JSON.stringify(result.content)).toContain(WORDS.at(-1)?.trim())
          await client.close()

          const workspace = (await post(`${server.url}/workspaces`, { name: 'Essay' }, token)).body.id
          const agent = await makeAssistant('agent', {
            assistant_type: 'agent',
            prompt_processor: 'multi_augment',
            tools: [{ type: 'list_files', use: 'call', config: { workspace_id: workspace } }],
          })
          const smithy = createClient(`${server.url}/agentsmithy/${agent}`, {
            authorization: `Bearer ${token}`,
          })
          upstream.answer(callsAndSays('list_files', {}))
          const events = await smithy.say('List', { dialog_id: await smithy.newDialog() })
          upstream.answer(says(...WORDS))
          expect(events.at(-1).type).toBe('done')
          expect(events.find(({ type }) => type === 'chat').content).toBe('Done.')
        })

        it('reads documents and pictures, and finds their passages after a backup was restored', async () => {
          const { id } = (
            await post(
              `${server.url}/knowledge-bases`,
              { name: 'course', settings: { ocr_languages: ['eng'] } },
              token,
            )
          ).body
          const form = new FormData()
          form.append('files', new File([pdfOf(['The bellwether leads the flock.'])], 'flock.pdf'))
          form.append('files', new File([toBitmap(drawWords('HELLO THE HOTEL'))], 'picture.bmp'))
          const sent = await fetch(`${server.url}/knowledge-bases/${id}/files`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
            body: form,
          })
          expect(sent.status).toBe(201)
          const files = await until(async () => {
            const { files } = await get(`/creator/knowledgebases/kb/${id}`)
            return (
              files.every(({ status }: { status: string }) => ['completed', 'failed'].includes(status)) &&
              files
            )
          })
          expect(files.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed'])
          const question = { question: 'Who leads the flock?' }
          const ask = async () =>
            (await post(`${server.url}/knowledge-bases/${id}/query`, question, token)).body
          const { passages } = await ask()
          expect(passages[0].text).toContain('The bellwether leads the flock.')

          await stop()
          const archive = join(folder, 'backup.tar.gz')
          await runCommand(
            node,
            'backup.mjs',
            'backupCommand',
            ['--out', archive, '--with-secrets'],
            settings,
          )
          settings = { ...settings, ...(await env({ migrated: false })), DATA_DIR: join(folder, 'restored') }
          await runCommand(node, 'backup.mjs', 'restoreCommand', ['--from', archive], settings)
          await start()
          expect((await ask()).passages).toEqual(passages)
        })

        it('imports from LAMB', async () => {
          const file = join(folder, 'lamb_v4.db')
          const legacy = await newLegacyDatabase(file)
          legacy.add('organizations', { id: 1, slug: 'lamb', name: 'LAMB', is_system: 1, config: '{}' })
          legacy.add('Creator_users', {
            id: 7,
            organization_id: 1,
            user_email: 'ana@uni.edu',
            user_type: 'creator',
          })
          legacy.add('assistants', { id: 70, name: '7_physics', owner: 'ana@uni.edu', api_callback: '{}' })
          legacy.close()
          await stop()
          const report = await runCommand(
            node,
            'import-lamb.mjs',
            'importLambCommand',
            ['--db', file],
            settings,
          )
          expect(report).toMatch(/assistant: 1 imported/)
          await start()
        })
      })
    })
  })

if (nodes.length === 0) it.skip('runs on other versions of Node, of which none could be installed')
