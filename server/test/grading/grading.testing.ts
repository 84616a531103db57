import { expect, vi } from 'vitest'
import { draft } from '../../src/modules/rubrics/testing.ts'
import { type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp } from '../harness/test-app.ts'

/** Grades a work with the levels that it names, such as “[Found, Vague]”, and quotes its first words. */
export const gradesAsWritten: Script = (response, seen) => {
  const messages = seen.body['messages'] as { content: string }[]
  const prompt = messages.map(({ content }) => content).join('\n')
  const work = prompt.slice(prompt.lastIndexOf('The work:'))
  if (work.includes('[broken]')) {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'not today' } }))
    return
  }
  // Never answers.
  if (work.includes('[slow]')) return
  const [, first, second] = /\[(\w+), (\w+)\]/.exec(work) ?? []
  const evidence = [/(\S+ \S+) \[/.exec(work)?.[1] ?? '']
  const criteria = [first, second].map((level, at) => ({
    criterion: at + 1,
    level,
    evidence,
    justification: `Reason ${at + 1}`,
  }))
  return says(JSON.stringify({ criteria, feedback: 'Go on.' }))(response, seen)
}

/** The app with a model that grades, and a rubric of the admin's: Route (Lost, Found) and Map (Vague, Clear). */
export async function startGradingWorld(env: Record<string, string>) {
  const upstream = await startFakeUpstream(gradesAsWritten)
  const settings = {
    ...env,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'sk-of-the-operator',
    OPENAI_MODELS: 'small,large',
    GLOBAL_DEFAULT_MODEL_PROVIDER: 'openai',
    GLOBAL_DEFAULT_MODEL_NAME: 'large',
  }
  const app = await startTestApp(settings)
  const token = await app.signIn()
  const created = await app.call('POST', '/creator/rubrics', token, draft('Orienteering'))
  const rubric: string = created.body.rubric.rubric_id
  const base = `/rubrics/${rubric}/gradings`

  /** A grading with works of these texts; its path. */
  async function make(kind: 'batch' | 'calibration', texts: readonly string[], more: object = {}) {
    const { status, body } = await app.call('POST', base, token, { kind, name: 'Group A', ...more })
    expect(status, JSON.stringify(body)).toBe(201)
    const path = `${base}/${body.id}`
    const works: number[] = []
    for (const [at, text] of texts.entries()) {
      const added = await app.call('POST', `${path}/works`, token, { name: `Work ${at + 1}`, text })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      works.push(added.body.id)
    }
    return { path, works }
  }

  const read = async (path: string) => (await app.call('GET', path, token)).body
  /** Starts it and waits until no work is left in the queue. */
  async function run(path: string) {
    expect((await app.call('POST', `${path}/start`, token)).status).toBe(200)
    return finished(path)
  }
  async function finished(path: string) {
    await vi.waitFor(async () => expect((await read(path)).state).not.toBe('running'), {
      timeout: 20_000,
      interval: 50,
    })
    return read(path)
  }

  /** A second account in the same organization. */
  async function signInOther(user_type: 'creator' | 'end_user', name: string): Promise<string> {
    const email = `${name}@example.edu`
    const password = `password of ${name}`
    const person = { email, name, password, role: 'user', user_type }
    const { body } = await app.call('POST', '/creator/admin/users/create', token, person)
    expect(body.success, JSON.stringify(body)).toBe(true)
    return app.signIn(email, password)
  }

  async function stop(): Promise<void> {
    await app.stop()
    await upstream.stop()
  }
  return { app, settings, upstream, token, rubric, base, make, read, run, finished, signInOther, stop }
}

export type GradingWorld = Awaited<ReturnType<typeof startGradingWorld>>
