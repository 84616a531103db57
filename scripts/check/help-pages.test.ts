import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePages } from '../help/build-help.mjs'

describe('help pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-help-'))
  let pages: Map<string, string>
  let files: Set<string>
  beforeAll(() => {
    writePages(folder)
    const names = (readdirSync(folder, { recursive: true }) as string[]).map((name) =>
      name.replaceAll('\\', '/'),
    )
    files = new Set(names.map((name) => `/help/${name}`))
    pages = new Map(
      names
        .filter((name) => name.endsWith('.html'))
        .map((name) => [
          name === 'index-page.html' ? '/help' : `/help/${name.replace(/\.html$/, '')}`,
          readFileSync(join(folder, name), 'utf8'),
        ]),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('link only to pages, headings and pictures that exist', () => {
    const broken: string[] = []
    for (const [address, html] of pages)
      for (const [, target = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^(https?:|mailto:)/.test(target) || target === '/') continue
        const [path = '', anchor] = target.startsWith('#') ? [address, target.slice(1)] : target.split('#')
        const page = pages.get(path)
        const exists = page === undefined ? anchor === undefined && files.has(path) : true
        if (!exists || (page && anchor && !page.includes(`id="${anchor}"`)))
          broken.push(`${address}: ${target}`)
      }
    expect(broken).toEqual([])
  })

  it('can all be reached from the menu, decision records from their list', () => {
    const menu = pages.get('/help') ?? ''
    const missing = [...pages.keys()].filter(
      (address) =>
        !address.startsWith('/help/decisions') && address !== '/help' && !menu.includes(`href="${address}"`),
    )
    expect(missing).toEqual([])
  })

  it('list every section in the search index, at an address that exists', () => {
    const entries: { url: string; title: string }[] = JSON.parse(
      readFileSync(join(folder, 'search.json'), 'utf8'),
    )
    const broken = entries.filter(({ url }) => {
      const [path = '', anchor] = url.split('#')
      const page = pages.get(path)
      return !page || (anchor !== undefined && !page.includes(`id="${anchor}"`))
    })
    expect(broken).toEqual([])
    expect(entries.length).toBeGreaterThan(pages.size)
  })
})
