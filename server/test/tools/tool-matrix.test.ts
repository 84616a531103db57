import { afterAll, beforeAll, expect, it } from 'vitest'
import { type JsonAnswer, onEachDatabase } from '../harness/test-app.ts'
import {
  ask,
  FOREIGN_MARK,
  type ForcedCall,
  makeLeader,
  messagesIn,
  resultsIn,
  SYSTEM_KEY,
  scripted,
  startToolWorld,
  type ToolWorld,
} from '../harness/tool-world.ts'
import {
  createKinds,
  FILE,
  type Kind,
  type KindName,
  makeTarget,
  patchOf,
  type State,
} from './tool-matrix.testing.ts'

type Who = 'owner' | 'colleague' | 'student' | 'system key'
const ALL: readonly Who[] = ['owner', 'colleague', 'student', 'system key']
const OWNER: readonly Who[] = ['owner']
const NOBODY: readonly Who[] = []

/** The access policy as a table, independent of the code: one tool, and the people it runs for. */
interface Row {
  kind: KindName
  tool: string
  uses: readonly ('inject' | 'call')[]
  placeholder?: string
  config?(id: string): object
  call(id: string, mark: string): ForcedCall
  /** Set if it does more than read. */
  changes?: 'a file' | 'something elsewhere'
  /** The people it runs for, by the state of the object. */
  runsFor: Partial<Record<State, readonly Who[]>>
}

const CLOSED = { private: NOBODY, revoked: NOBODY, deleted: NOBODY, foreign: NOBODY, 'never there': NOBODY }
/** The message is the same for other people's objects and for ones that never existed. */
const NOT_THERE =
  /^(?:the [a-z ]+ was not found, or the assistant’s owner has no access to it|Assistant \d+ not found)$/i
const CHANGES = /^it makes changes, which only the owner of this assistant may do$/
/** Assistants report errors as LAMB does, other tools as JSON. */
const toReason = (result: string): string =>
  result.startsWith('Error: ') ? result.slice('Error: '.length) : JSON.parse(result).error
const LEADS = /Tool-using assistants/
const query = { query: 'sheep pasture' }

const ROWS: Record<string, Row> = {
  assistant: {
    kind: 'assistant',
    tool: 'assistant',
    uses: ['inject', 'call'],
    placeholder: 'tool_result',
    call: (id) => ({ name: `call_assistant_${id}`, arguments: query }),
    runsFor: { own: ALL, shared: ALL, published: ALL, ...CLOSED, orchestrator: NOBODY },
  },
  'knowledge base': {
    kind: 'knowledge',
    tool: 'simple_rag',
    uses: ['inject', 'call'],
    placeholder: 'context',
    call: () => ({ name: 'kb_query', arguments: query }),
    runsFor: { own: ALL, published: ALL, ...CLOSED },
  },
  rubric: {
    kind: 'rubric',
    tool: 'rubric_rag',
    uses: ['inject', 'call'],
    placeholder: 'rubric',
    call: () => ({ name: 'get_rubric', arguments: {} }),
    runsFor: { own: ALL, published: ALL, ...CLOSED },
  },
  'rubric evaluation': {
    kind: 'rubric',
    tool: 'rubric_eval',
    uses: ['inject', 'call'],
    placeholder: 'rubric_evaluation',
    config: () => ({ model: 'judge' }),
    call: () => ({ name: 'rubric_eval', arguments: { text: 'My work.' } }),
    runsFor: { own: ALL, published: ALL, ...CLOSED },
  },
  file: {
    kind: 'file',
    tool: 'single_file_rag',
    uses: ['inject', 'call'],
    placeholder: 'file',
    call: () => ({ name: 'read_course_file', arguments: {} }),
    runsFor: { own: ALL, private: NOBODY, deleted: NOBODY, foreign: NOBODY, 'never there': NOBODY },
  },
  'workspace, to read': {
    kind: 'workspace',
    tool: 'read_file',
    uses: ['call'],
    call: () => ({ name: 'read_file', arguments: { path: FILE } }),
    runsFor: { own: OWNER, shared: OWNER, 'shared on': ['owner', 'colleague'], ...CLOSED },
  },
  'workspace, to change': {
    kind: 'workspace',
    tool: 'patch_file',
    changes: 'a file',
    uses: ['call'],
    call: (_id, mark) => ({ name: 'patch_file', arguments: patchOf(mark) }),
    runsFor: { own: OWNER, shared: OWNER, 'shared on': OWNER, ...CLOSED },
  },
  'MCP tool that reads': {
    kind: 'mcp',
    tool: 'mcp',
    uses: ['call'],
    config: (id) => ({ tool: 'peek', name: `peek_${id}` }),
    call: (id) => ({ name: `peek_${id}`, arguments: {} }),
    runsFor: { own: ALL, revoked: NOBODY, deleted: NOBODY, foreign: NOBODY, 'never there': NOBODY },
  },
  'MCP tool that changes things': {
    kind: 'mcp',
    tool: 'mcp',
    uses: ['call'],
    changes: 'something elsewhere',
    config: (id) => ({ tool: 'poke', name: `poke_${id}` }),
    call: (id) => ({ name: `poke_${id}`, arguments: {} }),
    runsFor: { own: OWNER, revoked: NOBODY, deleted: NOBODY, foreign: NOBODY, 'never there': NOBODY },
  },
}

const row = (what: string): Row => {
  const row = ROWS[what]
  if (!row) throw new Error(`no row ${what}`)
  return row
}

/** Nothing is known about a server that was missing on save, so its tools count as having side effects. */
const mayChange = ({ kind, changes }: Row, state: State): boolean =>
  changes !== undefined || (kind === 'mcp' && (state === 'foreign' || state === 'never there'))

const CELLS = Object.entries(ROWS).flatMap(([what, row]) =>
  row.uses.flatMap((use) =>
    Object.entries(row.runsFor).map(([state, runsFor]) => ({
      what,
      row,
      use,
      state: state as State,
      runsFor,
    })),
  ),
)

/**
 * All cells on SQLite. On PostgreSQL, the queries are the same whether a tool is injected or called and
 * whether it reads or changes, so one tool of each kind is enough, in every state and for every caller.
 */
const cellsOn = (database: string) => {
  if (database === 'SQLite') return CELLS
  const first = new Map(
    Object.entries(ROWS)
      .toReversed()
      .map(([what, { kind }]) => [kind, what]),
  )
  return CELLS.filter(({ what, row, use }) => first.get(row.kind) === what && use === 'call')
}

onEachDatabase('access of tools on $name', ({ name, env }) => {
  let world: ToolWorld
  let kinds: Record<KindName, Kind>
  let tokens: Record<Who, string>

  beforeAll(async () => {
    world = await startToolWorld(await env())
    kinds = createKinds(world)
    const { ana, cas, stu } = world.people
    tokens = { owner: ana.token, colleague: cas.token, student: stu.token, 'system key': SYSTEM_KEY }
  })
  afterAll(() => world.stop())

  const traceOf = async ({ headers }: JsonAnswer) =>
    (await world.app.call('GET', `/traces/${headers.get('x-trace-id')}`, world.people.ana.token)).body
  /** Newest first; at most one is expected. */
  const deniedLines = async (trace: string) =>
    (await world.app.call('GET', '/audit?action=tool.denied&limit=5', world.admin)).body.entries.filter(
      ({ detail }: { detail: string }) => detail.includes(trace),
    )
  const forget = () => {
    world.upstream.seen.length = 0
    world.foreign.calls.length = 0
    world.lines.length = 0
  }
  /** Creates Ana's assistant with this one tool, then changes the object to its final state. */
  async function makeCell(row: Row, use: 'inject' | 'call', state: State) {
    const mark = row.kind === 'mcp' ? FOREIGN_MARK : `zebra-${Math.random().toString(36).slice(2)}`
    const kind = kinds[row.kind]
    const target = await makeTarget(kind, state, mark, world)
    const config = { ...row.config?.(target.id), ...kind.config(target.id) }
    const id = await makeLeader(world, [{ type: row.tool, use, config }], {
      prompt_template: use === 'inject' ? `[[{${row.placeholder}}]]{user_input}` : '{user_input}',
    })
    await target.change()
    return { id, mark, call: row.call(target.id, mark) }
  }
  /** Reads the tool's result from the last request to the model. */
  const resultOf = (use: 'inject' | 'call'): string => {
    const last = world.upstream.seen.findLast(({ body }) => body['model'] === 'lead')
    if (!last) return ''
    if (use === 'call') return resultsIn(last).join('\n')
    const prompt = messagesIn(last).at(-1)?.content ?? ''
    return prompt.slice(prompt.indexOf('[[') + 2, prompt.lastIndexOf(']]'))
  }
  const stepsOf = (trace: { steps: { kind: string; outcome: string }[] }, outcome: string) =>
    trace.steps.filter((step) => step.kind === 'tool' && step.outcome === outcome)

  it.each(cellsOn(name))('$what, $use, $state', async ({ row, use, state, runsFor }) => {
    const { id, mark, call } = await makeCell(row, use, state)
    world.upstream.answer(scripted(use === 'call' ? [call] : []))
    for (const who of ALL) {
      forget()
      const answer = await ask(world.app, id, tokens[who])
      expect(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(200)
      const trace = await traceOf(answer)
      const denials = await deniedLines(trace.id)
      const result = resultOf(use)
      const runs = runsFor.includes(who)
      expect(result.includes(row.changes === 'a file' ? 'Eaten.' : mark), `${who}: ${result}`).toBe(runs)
      expect(stepsOf(trace, 'ok'), who).toHaveLength(runs ? 1 : 0)
      expect(stepsOf(trace, 'denied'), who).toHaveLength(runs ? 0 : 1)
      expect(denials, who).toHaveLength(runs ? 0 : 1)
      if (runs) continue
      const access = { ran_as: world.people.ana.id, data_of: [] }
      expect(stepsOf(trace, 'denied')[0], who).toMatchObject({ access })
      expect(world.foreign.calls, who).toEqual([])
      const words =
        state === 'orchestrator' ? LEADS : mayChange(row, state) && who !== 'owner' ? CHANGES : NOT_THERE
      if (use === 'call') expect(toReason(result), who).toMatch(words)
      else expect(result).toBe('')
      // The patch already contains the text, so it appears in the result.
      if (row.changes === 'a file') continue
      const asked = world.upstream.seen.map(({ body }) => body)
      const everything = [JSON.stringify([asked, answer.body, trace, denials]), ...world.lines].join('\n')
      expect(everything, who).not.toContain(mark)
    }
  })

  it('people without access to an assistant can’t tell that it exists, and none of it runs', async () => {
    const { id } = await makeCell(row('knowledge base'), 'inject', 'own')
    forget()
    const strange = await ask(world.app, id, world.people.eve.token)
    const nothing = await ask(world.app, 987654, world.people.eve.token)
    expect([strange.status, nothing.status]).toEqual([404, 404])
    expect(JSON.stringify(strange.body).replaceAll(String(id), '#')).toBe(
      JSON.stringify(nothing.body).replaceAll('987654', '#'),
    )
    expect(world.upstream.seen).toEqual([])
  })

  it('searches only the accessible ones of several knowledge bases', async () => {
    const open = await makeTarget(kinds.knowledge, 'own', 'zebra-in-sight', world)
    const closed = await makeTarget(kinds.knowledge, 'private', 'zebra-behind-the-wall', world)
    const config = { collections: [closed.id, open.id], top_k: 20 }
    const id = await makeLeader(world, [{ type: 'simple_rag', use: 'call', config }])
    world.upstream.answer(scripted([{ name: 'kb_query', arguments: query }]))
    forget()
    const answer = await ask(world.app, id, tokens.student)
    const trace = await traceOf(answer)
    expect(resultOf('call')).toContain('zebra-in-sight')
    expect(trace.steps[1].access.data_of).toEqual([world.people.ana.id])
    expect(JSON.stringify([world.upstream.seen, answer.body, trace])).not.toContain('behind-the-wall')
  })
})
