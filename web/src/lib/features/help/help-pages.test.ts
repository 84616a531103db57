import { describe, expect, it } from 'vitest'
import { HELP_PAGES, helpFor } from './help-pages.ts'

const documents = Object.keys(import.meta.glob('../../../../../docs/**/*.md'))
  .map((path) => path.slice(path.indexOf('/docs/') + '/docs/'.length))
  .sort()

/** The page names of `scripts/help/build-help.mjs`. */
const toAddress = (document: string): string =>
  `/help/${document.replace(/\.md$/, '').replace(/(^|\/)README$/, '')}`.replace(/\/$/, '')

describe('help pages', () => {
  it('exist in the documentation', () => {
    const existing = documents.map(toAddress)
    expect(existing).toContain('/help')
    expect(HELP_PAGES.filter(({ help }) => !existing.includes(help))).toEqual([])
  })

  it.each([
    ['/assistants/12/activity?tab=topics', '/help/educators/activity'],
    ['/assistants/create', '/help/educators/first-assistant'],
    ['/multi-tool-assistants/12', '/help/educators/first-assistant'],
    ['/knowledge/3', '/help/educators/knowledge-bases'],
    ['/c/7?chat=1', '/help/students'],
    ['/organization', '/help/admins/people'],
    ['/organization?tab=providers', '/help/admins/providers'],
    ['/organization?org=science&tab=mcp', '/help/admins/mcp-servers'],
    ['/admin?tab=users', '/help/admins/people'],
    ['/sign-in', '/help'],
    ['/chats', '/help'],
    ['/', '/help'],
  ])('%s has the help page %s', (screen, help) => {
    expect(helpFor(new URL(screen, 'https://bellwether.example.edu'))).toBe(help)
  })
})
