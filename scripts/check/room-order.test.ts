import { describe, expect, it } from 'vitest'
import { findCycles, findRoomFaults } from './room-order.mjs'

const MODULE = 'server/src/modules/knowledge'
const inModule = (imports: Record<string, string[]>) =>
  new Map(
    Object.entries(imports).map(([file, targets]) => [
      `${MODULE}/${file}`,
      targets.map((target) => `${MODULE}/${target}`),
    ]),
  )
const large = () => 1001

describe('the order of the folders of a large room', () => {
  it('allows imports in one direction', () => {
    const graph = inModule({
      'api/routes.ts': ['files/add.ts', 'rows/file.ts'],
      'files/add.ts': ['rows/file.ts'],
    })
    expect(findRoomFaults(graph, large)).toEqual([])
  })

  it('refuses two folders that import each other, with a file of each direction', () => {
    const graph = inModule({ 'files/add.ts': ['jobs/run.ts'], 'jobs/run.ts': ['files/names.ts'] })
    expect(findRoomFaults(graph, large)).toEqual([
      `${MODULE}: folders import each other: files → jobs → files (${MODULE}/files/add.ts, ${MODULE}/jobs/run.ts)`,
    ])
  })

  it('refuses folders that import each other through others and through folders inside them', () => {
    const graph = inModule({
      'files/zip/unpack.ts': ['jobs/run.ts'],
      'jobs/run.ts': ['search/find.ts'],
      'search/memory/find.ts': ['files/names.ts'],
    })
    expect(findRoomFaults(graph, large)).toEqual([expect.stringContaining('files → jobs → search → files')])
  })

  it('lets the files beside the folders put them together', () => {
    const graph = inModule({ 'knowledge.ts': ['files/add.ts'], 'files/add.ts': ['knowledge.ts'] })
    expect(findRoomFaults(graph, large)).toEqual([])
  })

  it('lets small rooms be', () => {
    const graph = inModule({ 'files/add.ts': ['jobs/run.ts'], 'jobs/run.ts': ['files/names.ts'] })
    expect(findRoomFaults(graph, () => 1000)).toEqual([])
  })

  it('is about rooms and about the modules among each other', () => {
    const graph = new Map([
      ['server/src/search/ranking/rank.ts', ['server/src/search/grade/grade.ts']],
      ['server/src/search/grade/grade.ts', ['server/src/search/ranking/rank.ts']],
      ['server/src/modules/chats/index.ts', ['server/src/modules/users/index.ts']],
      ['server/src/modules/users/index.ts', ['server/src/modules/chats/index.ts']],
    ])
    expect(findRoomFaults(graph, large)).toEqual([
      expect.stringContaining('server/src/search: folders import each other: ranking → grade → ranking'),
      expect.stringContaining('server/src/modules: folders import each other: chats → users → chats'),
    ])
  })

  it('limits how many folders stand on each other', () => {
    const steps = Array.from({ length: 9 }, (_, level) => `level${level}/file.ts`)
    const graph = inModule(
      Object.fromEntries(steps.slice(1).map((file, below) => [file, [steps[below] ?? '']])),
    )
    expect(findRoomFaults(graph, large)).toEqual([`${MODULE}: 9 levels of folders (at most 8)`])
  })
})

it('finds each cycle once', () => {
  const arrows = new Map([
    ['a', new Map([['b', 'a.ts']])],
    [
      'b',
      new Map([
        ['a', 'b.ts'],
        ['c', 'b.ts'],
      ]),
    ],
    ['c', new Map([['a', 'c.ts']])],
  ])
  expect(findCycles(arrows)).toEqual(['a → b → a (a.ts, b.ts)', 'b → c → a → b (b.ts, c.ts, a.ts)'])
})
