import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../e2e/server-process.ts'
import { draft } from '../server/src/modules/rubrics/testing.ts'
import { gradesAsWritten } from '../server/test/grading/grading.testing.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { callAt, type Instances, startInstances } from '../server/test/harness/instances.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { pause, print, signIn } from './support.ts'

const hasPostgres = eachDatabase().some(({ name }) => name === 'PostgreSQL')
const WORKS = 30
const AWAY_MS = 8000
const ANSWER_MS = 400

describe.skipIf(!hasPostgres)(
  `PostgreSQL itself${hasPostgres ? '' : ' SKIPPED: PostgreSQL is not installed'}`,
  () => {
    let postgres: OwnPostgres
    let upstream: FakeUpstream
    let servers: Instances
    let token: string
    /** How often each question or work reached the model. */
    const askCounts = new Map<string, number>()

    beforeAll(async () => {
      postgres = await startOwnPostgres()
      upstream = await startFakeUpstream(async (response, seen) => {
        const text = JSON.stringify(seen.body['messages'])
        const [name = ''] = /(?:question|work) [a-z]+ \d+/.exec(text) ?? []
        askCounts.set(name, (askCounts.get(name) ?? 0) + 1)
        await pause(ANSWER_MS)
        await (name.startsWith('work') ? gradesAsWritten : says(`Answer to ${name}.`))(response, seen)
      })
      servers = await startInstances(2, { DATABASE_URL: postgres.url, ...upstream.settings })
      token = await signIn(servers.url())
    })
    afterAll(async () => {
      await servers?.stop()
      await upstream?.stop()
      await postgres?.remove()
    })

    const call = (method: string, path: string, body?: unknown) =>
      callAt(servers.url() + path, method, token, body)
    const send = (path: string, method: string, body: FormData | string) =>
      fetch(servers.url() + path, { method, headers: { authorization: `Bearer ${token}` }, body })
        .then(async (answer) => ({ ok: answer.ok, text: await answer.text() }))
        .catch(() => ({ ok: false, text: '' }))

    async function makeWorld(name: string) {
      const { rubric } = (await call('POST', '/creator/rubrics', draft(`Rubric ${name}`))).body
      const gradings = `/rubrics/${rubric.rubric_id}/gradings`
      const grading = `${gradings}/${(await call('POST', gradings, {})).body.id}`
      for (let at = 0; at < WORKS; at++)
        await call('POST', `${grading}/works`, {
          name: `${at}`,
          text: `This is work ${name} ${at} [Found, Clear]`,
        })
      const metadata = { connector: 'openai', llm: 'fake-model' }
      return {
        grading,
        assistant: (await call('POST', '/assistants', { name, metadata })).body.id as number,
        base: (await call('POST', '/knowledge-bases', { name })).body.id as string,
        workspace: (await call('POST', '/workspaces', { name })).body.id as string,
      }
    }

    /** Everything at once, until `stop`; what was acknowledged. */
    function startLoad(name: string, world: Awaited<ReturnType<typeof makeWorld>>) {
      const acknowledged = { answers: [] as string[], uploads: [] as string[], edits: [] as string[] }
      let isOver = false
      let number = 0
      const repeat = async (work: (at: number) => Promise<boolean>) => {
        // A refused request is followed by a short rest, as a person would take.
        while (!isOver) if (!(await work(number++))) await pause(100)
      }
      const ask = async (at: number) => {
        const question = `question ${name} ${at}`
        const path = `/creator/assistant/${world.assistant}/chat/completions`
        const body = JSON.stringify({ stream: true, messages: [{ role: 'user', content: question }] })
        const answer = await fetch(servers.url() + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        }).catch(() => undefined)
        const text = (await answer?.text().catch(() => '')) ?? ''
        const isWhole = text.includes('[DONE]') && !text.includes('"error"')
        if (isWhole) acknowledged.answers.push(`Answer to ${question}.`)
        return isWhole
      }
      const upload = async (at: number) => {
        const form = new FormData()
        form.append('files', new File([`Fact ${at} of ${name}.`], `fact-${at}.txt`))
        const { ok } = await send(`/knowledge-bases/${world.base}/files`, 'POST', form)
        if (ok) acknowledged.uploads.push(`fact-${at}.txt`)
        return ok
      }
      const edit = async (at: number) => {
        const { ok } = await send(`/workspaces/${world.workspace}/files/note-${at}.txt`, 'PUT', `note ${at}`)
        if (ok) acknowledged.edits.push(`note-${at}.txt`)
        return ok
      }
      const running = [ask, ask, ask, ask, upload, edit, edit].map(repeat)
      return {
        acknowledged,
        async stop() {
          isOver = true
          await Promise.all(running)
        },
      }
    }

    async function countLost(
      world: Awaited<ReturnType<typeof makeWorld>>,
      { acknowledged }: ReturnType<typeof startLoad>,
    ) {
      const db = new pg.Client({ connectionString: postgres.url })
      await db.connect()
      const column = async (text: string, values: unknown[]) =>
        (await db.query({ text, values, rowMode: 'array' })).rows.map(([value]) => String(value))
      const answers = () =>
        column(
          `select m.content from chat_messages m join chats c on c.id = m.chat_id
           where c.assistant_id = $1 and m.role = 'assistant' and m.complete = 1`,
          [world.assistant],
        )
      const counted = async (table: string) =>
        Number((await column(`select count(*) from ${table} where assistant_id = $1`, [world.assistant]))[0])
      const isMissing = async (expected: readonly string[], findStored: () => Promise<string[]>) => {
        const all = new Set(await findStored())
        return expected.filter((name) => !all.has(name)).length
      }
      // What waited in the outboxes is written within its longest delay.
      await until(
        async () => (await isMissing(acknowledged.answers, answers)) === 0 || undefined,
        20_000,
      ).catch(() => undefined)
      await until(
        async () => (await call('GET', world.grading)).body.state === 'completed' || undefined,
        90_000,
      )
      const documents = () =>
        column("select name from knowledge_files where knowledge_base_id = $1 and status = 'completed'", [
          world.base,
        ])
      await until(
        async () => (await isMissing(acknowledged.uploads, documents)) === 0 || undefined,
        60_000,
      ).catch(() => undefined)
      const lost = {
        answers: await isMissing(acknowledged.answers, answers),
        'usage records': Math.max(0, acknowledged.answers.length - (await counted('usage_records'))),
        traces: Math.max(0, acknowledged.answers.length - (await counted('traces'))),
        uploads: await isMissing(acknowledged.uploads, documents),
        edits: 0,
        works: WORKS - (await call('GET', world.grading)).body.counts.graded,
      }
      for (const name of acknowledged.edits) {
        const { text } = await send(`/workspaces/${world.workspace}/files/${name}`, 'GET', undefined as never)
        if (text !== name.replace(/-(\d+)\.txt/, ' $1')) lost.edits++
      }
      const twice = await answers()
      await db.end()
      return { lost, 'answers stored twice': twice.length - new Set(twice).size }
    }

    it.each([
      [
        'stopped',
        'stopped without a checkpoint',
        async () => {
          await postgres.stopImmediately()
          await pause(AWAY_MS)
          await postgres.start()
        },
      ],
      [
        'paused',
        'paused with open connections',
        async () => {
          postgres.pause()
          await pause(AWAY_MS)
          postgres.resume()
        },
      ],
    ])('%s: nothing acknowledged is lost, nothing is paid twice', async (name, failure, fail) => {
      const world = await makeWorld(name)
      await call('POST', `${world.grading}/start`, {})
      const load = startLoad(name, world)
      await pause(2500)
      const before = load.acknowledged.answers.length
      await fail()
      const back = performance.now()
      await until(() => load.acknowledged.answers.length > before + 8 || undefined)
      const recovered = performance.now() - back
      await pause(1000)
      await load.stop()
      const { lost, ...more } = await countLost(world, load)
      const paidTwice = [...askCounts].filter(
        ([key, times]) => key.startsWith(`work ${name} `) && times > 1,
      ).length
      const { answers, uploads, edits } = load.acknowledged
      print(`PostgreSQL ${failure} for ${AWAY_MS / 1000} s`, {
        answers: answers.length,
        uploads: uploads.length,
        edits: edits.length,
        'graded works': WORKS - lost.works,
        lost: Object.values(lost).reduce((sum, count) => sum + count, 0),
        'works paid twice': paidTwice,
        ...more,
        'answers again after (s)': recovered / 1000,
      })
      expect(lost).toEqual({ answers: 0, 'usage records': 0, traces: 0, uploads: 0, edits: 0, works: 0 })
      expect([paidTwice, more['answers stored twice']]).toEqual([0, 0])
    })
  },
)
