import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '../harness/test-app.ts'
import { type FakeService, withToolService } from '../harness/tool-service.ts'
import { expectOk, says, type ToolWorld } from '../harness/tool-world.ts'

onEachDatabase('an assistant that is tried as a student on $name', ({ env }) => {
  let world: ToolWorld
  let service: FakeService
  let workspace: string
  let ana: string

  withToolService(env, (made) => {
    world = made.world
    service = made.service
  })
  beforeEach(async () => {
    ana = world.people.ana.token
    const made = await world.app.call('POST', '/workspaces', ana, { name: 'Essays' })
    workspace = made.body.id
    world.upstream.seen.length = 0
  })

  const note = (config: object = {}) => ({
    type: 'http_request',
    use: 'call',
    config: {
      name: 'post_note',
      description: 'Notes it.',
      method: 'POST',
      url: `${service.url}/notes`,
      parameters: { properties: {}, required: [] },
      ...config,
    },
  })
  const inWorkspace = (type: string) => ({ type, use: 'call', config: { workspace_id: workspace } })
  const files = () => [inWorkspace('read_file'), inWorkspace('write_file')]
  const settings = (tools: object[], more: object = {}) => ({
    assistant_type: 'multi_tool',
    connector: 'openai',
    llm: 'lead',
    tools,
    ...more,
  })
  const shareWith = (email: string, role: string) =>
    expectOk(
      world.app.call('PUT', `/workspaces/${workspace}/shares`, ana, {
        shares: [{ user_email: email, role }],
      }),
    )
  /** The functions that each request to a model offered. */
  const offered = (): string[][] =>
    world.upstream.seen.map(({ body }) =>
      ((body['tools'] ?? []) as { function: { name: string } }[]).map(({ function: { name } }) => name),
    )
  async function tryIt(metadata: object, as_student: boolean): Promise<string[]> {
    world.upstream.seen.length = 0
    world.upstream.answer(says('ok'))
    const body = { assistant: { metadata }, messages: [{ role: 'user', content: 'Go.' }], as_student }
    await expectOk(world.app.call('POST', '/assistant-drafts/answer', ana, body))
    return offered().flat()
  }
  const warningsFor = async (metadata: object) => {
    const saved = await expectOk(world.app.call('POST', '/assistants', ana, { name: 'Desk', metadata }))
    const { body } = await world.app.call('GET', `/assistants/${saved.body.id}/publish-check`, ana)
    const codesIn = (list: { message_code: string; path: string }[]) =>
      list
        .filter(({ message_code: code }) => code.startsWith('settings.students_'))
        .map(({ message_code: code, path }) => `${path} ${code}`)
    expect(codesIn(body.problems)).toEqual(codesIn(saved.body.warnings))
    return codesIn(saved.body.warnings)
  }

  it('has tools that change something only if students have them, and says so before it is published', async () => {
    const closed = settings([note()])
    expect(await tryIt(closed, false)).toEqual(['post_note'])
    expect(await tryIt(closed, true)).toEqual([])
    expect(await warningsFor(closed)).toEqual(['/metadata/tools/0 settings.students_no_changes'])
    for (const open of [
      settings([note()], { allow_side_effects: true }),
      settings([note({ allow_when_published: true })]),
    ]) {
      expect(await tryIt(open, true)).toEqual(['post_note'])
      expect(await warningsFor(open)).toEqual([])
    }
    expect(await warningsFor(settings([{ ...note(), enabled: false }]))).toEqual([])
  })

  it('works on a workspace as far as students may', async () => {
    const open = settings(files(), { allow_side_effects: true })
    expect(await tryIt(open, false)).toEqual(['read_file', 'write_file'])
    await shareWith(world.people.ben.email, 'write')
    expect(await tryIt(open, true)).toEqual([])
    expect(await warningsFor(open)).toEqual([
      '/metadata/tools/0 settings.students_no_workspace',
      '/metadata/tools/1 settings.students_no_writing',
    ])
    await shareWith(world.people.stu.email, 'read')
    expect(await tryIt(open, true)).toEqual(['read_file'])
    expect(await warningsFor(open)).toEqual(['/metadata/tools/1 settings.students_no_writing'])
    await shareWith(world.people.stu.email, 'write')
    expect(await tryIt(open, true)).toEqual(['read_file', 'write_file'])
    expect(await warningsFor(open)).toEqual([])
  })

  it('runs its tests as a student, whose answers they judge', async () => {
    const offeredInRun = async (metadata: object): Promise<string[]> => {
      const at = `/assistants/${await world.app.makeAssistant(ana, { metadata })}/tests`
      await expectOk(world.app.call('POST', at, ana, { messages: [{ role: 'user', content: 'Go.' }] }))
      world.upstream.seen.length = 0
      world.upstream.answer(says('ok'))
      const started = await expectOk(world.app.call('POST', `${at}/runs`, ana, {}))
      for (;;) {
        const { body } = await world.app.call('GET', `${at}/runs/${started.body.id}`, ana)
        if (body.status !== 'running') return offered().flat()
      }
    }
    expect(await offeredInRun(settings([note(), ...files()]))).toEqual([])
    expect(await offeredInRun(settings([note()], { allow_side_effects: true }))).toEqual(['post_note'])
  })

  it('asks other assistants as a student, too', async () => {
    const expert = await world.app.makeAssistant(ana, {
      metadata: settings([note(), ...files()], { llm: 'sub' }),
    })
    const asking = settings([
      { type: 'assistant', use: 'inject', placeholder: 'advice', config: { assistant_id: expert } },
    ])
    expect(await tryIt(asking, false)).toEqual(['post_note', 'read_file', 'write_file'])
    expect(await tryIt(asking, true)).toEqual([])
    // The answer to a person who is no student stays as it was.
    expect(await tryIt(settings(files()), false)).toEqual(['read_file', 'write_file'])
  })
})
