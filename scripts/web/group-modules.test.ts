import { describe, expect, it } from 'vitest'
import { groupModules } from './group-modules.mjs'

type Modules = Record<string, { size?: number; imports?: string[] }>

/** The chunks as sorted lists of modules. */
function group(modules: Modules, pages: Record<string, string[]>, limit: number): string[] {
  const groups = groupModules(
    new Map(Object.entries(modules).map(([id, { size = 1, imports = [] }]) => [id, { size, imports }])),
    Object.values(pages).map((starts) => ({ starts, limit })),
  )
  const chunks = new Map<string, string[]>()
  for (const [id, chunk] of groups) chunks.set(chunk, [...(chunks.get(chunk) ?? []), id])
  return [...chunks.values()].map((ids) => ids.sort().join(' ')).sort()
}

const PAGES = { one: ['start-1'], two: ['start-2'], three: ['start-3'] }

describe('groupModules', () => {
  it('puts modules of the same pages together', () => {
    const modules = {
      'start-1': { imports: ['list', 'button', 'own'] },
      'start-2': { imports: ['list'] },
      'start-3': { imports: ['button', 'icon'] },
      list: { imports: ['row'] },
      row: {},
      button: {},
      icon: {},
      own: {},
      'only-on-demand': {},
    }
    expect(group(modules, PAGES, 5)).toEqual(['button', 'icon', 'list row', 'own'])
  })

  it('merges the chunks that cost the fewest bytes', () => {
    const modules = {
      'start-1': { imports: ['large', 'small', 'tiny'] },
      'start-2': { imports: ['large'] },
      'start-3': { imports: ['small'] },
      large: { size: 1000 },
      small: { size: 10 },
      tiny: { size: 1 },
    }
    expect(group(modules, PAGES, 2)).toEqual(['large', 'small tiny'])
    expect(group(modules, PAGES, 1)).toEqual(['large small tiny'])
  })

  it('counts what a chunk imports as a file of the page', () => {
    const modules = {
      'start-1': { imports: ['chat', 'title'] },
      'start-2': { imports: ['title', 'home'] },
      'start-3': { imports: ['home'] },
      chat: { size: 500, imports: ['markdown'] },
      markdown: { size: 500 },
      title: { size: 20 },
      home: { size: 30 },
    }
    // With the title in the chunk of the chat, the second page would load Markdown.
    expect(group(modules, PAGES, 2)).toEqual(['chat markdown', 'home', 'title'])
    expect(group(modules, PAGES, 1)).toEqual(['chat home markdown title'])
  })

  it('never makes chunks that import each other, and keeps the limits', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 100; round++) {
      const modules = new Map<string, { size: number; imports: string[] }>()
      // Modules import only those before them, so the modules themselves have no cycle.
      for (let at = 0; at < 30; at++)
        modules.set(`m${at}`, {
          size: random(3),
          imports: pick(at === 0 ? 0 : random(4), () => `m${random(at)}`),
        })
      const pages: { starts: string[]; limit: number }[] = []
      for (let page = 0; page < 6; page++) {
        modules.set(`start-${page}`, { size: 1, imports: pick(4, () => `m${random(30)}`) })
        pages.push({ starts: [`start-${page}`], limit: 2 + (page % 2) })
      }
      const groups = groupModules(modules, pages)
      expect(cyclesOf(modules, groups), `round ${round}`).toEqual([])
      for (const { starts, limit } of pages)
        expect(loadedChunks(modules, groups, starts).size, `round ${round}`).toBeLessThanOrEqual(limit)
    }
  })
})

/** The same numbers in every run. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const pick = (count: number, one: () => string): string[] => Array.from({ length: count }, one)

type Graph = Map<string, { size: number; imports: string[] }>

/** The chunks that a browser loads: whole chunks, and all that their modules import. */
function loadedChunks(modules: Graph, chunkOf: Map<string, string>, starts: string[]): Set<string> {
  const loaded = new Set<string>()
  const open = starts.flatMap((id) => modules.get(id)?.imports ?? [])
  while (open.length > 0) {
    const chunk = chunkOf.get(open.pop() ?? '')
    if (chunk === undefined || loaded.has(chunk)) continue
    loaded.add(chunk)
    for (const [id, name] of chunkOf) if (name === chunk) open.push(...(modules.get(id)?.imports ?? []))
  }
  return loaded
}

function cyclesOf(modules: Graph, chunkOf: Map<string, string>): string[] {
  const importedBy = (chunk: string) => {
    const others = [...chunkOf]
      .filter(([, name]) => name === chunk)
      .flatMap(([id]) => modules.get(id)?.imports ?? [])
    return [...new Set(others.map((id) => chunkOf.get(id) ?? ''))].filter((name) => name !== chunk)
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    importedBy(from).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
  return [...new Set(chunkOf.values())].filter((chunk) => reaches(chunk, chunk))
}
