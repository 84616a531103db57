import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup.mjs'

const GENERATED = new Set(['node_modules', 'dist', 'release', 'data'])

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return GENERATED.has(entry.name) || entry.name.startsWith('.') ? [] : pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

const pages = pagesIn('')

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

const linksIn = (text: string) =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target))

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const match of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = toAnchor(match[1] ?? '')
    let number = 0
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`)
  }
  return anchors
}

function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), decodeURI(path))
  if (!existsSync(target)) return `${link}: no such file`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  const hasHeading = anchorsIn(readFileSync(target, 'utf8')).has(anchor)
  return hasHeading ? undefined : `${link}: no such heading in ${relative(root, target)}`
}

/** Files that the types are written to exist only after `npm run check`. */
const WRITTEN = new Set(['wire/src/client/api.d.ts'])

/** The paths from the root in a guide. Of `server/src/tools/<name>/…`, the folder that new ones are in. */
const filesNamedIn = (text: string) =>
  [...text.matchAll(/`((?:server|web|wire|texts|docs|scripts)\/[^`\s]+|\.env\.example)`/g)]
    .map((match) => (match[1] ?? '').replace(/\/[^/]*[<*].*$/, ''))
    .filter((file) => !WRITTEN.has(file))

describe('documentation', () => {
  it.each(pages)('%s links only to files and headings that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const faults = linksIn(text).flatMap((link) => faultOf(page, link) ?? [])
    expect(faults).toEqual([])
  })

  it.each(pages.filter((page) => /^docs\/developers\/add-a-/.test(page)))(
    '%s names files that exist',
    (page) => {
      const missing = filesNamedIn(readFileSync(join(root, page), 'utf8')).filter(
        (file) => !existsSync(join(root, file)),
      )
      expect(missing).toEqual([])
    },
  )

  it('every page under docs/ can be reached from docs/README.md', () => {
    const reached = new Set<string>()
    const visit = (page: string) => {
      if (reached.has(page) || !pages.includes(page)) return
      reached.add(page)
      for (const link of linksIn(readFileSync(join(root, page), 'utf8'))) {
        const target = resolve(root, dirname(page), link.split('#')[0] ?? '')
        visit(relative(root, target).replaceAll('\\', '/'))
      }
    }
    visit('docs/README.md')
    const unreached = pages.filter((page) => page.startsWith('docs/') && !reached.has(page))
    expect(unreached).toEqual([])
  })
})
