import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CELLS, cellOf } from './looks.ts'

/** The names of the pages that journeys look at. */
const pages = readdirSync(import.meta.dirname)
  .filter((file) => /^web-.*\.test\.ts$/.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/expectFits\(page, '([^']+)'|\['\/[^']*', '([\w-]+)'\]/g)])
  .map(([, one, other]) => one ?? other ?? '')

it('pages are spread over every width and theme', () => {
  expect(pages.length).toBeGreaterThan(50)
  const counts = CELLS.map((_, at) => pages.filter((name) => cellOf(name, CELLS.length) === at).length)
  expect(Math.min(...counts)).toBeGreaterThan(2)
})
