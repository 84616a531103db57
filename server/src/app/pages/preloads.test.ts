import { expect, it } from 'vitest'
import { createPreloads } from './preloads.ts'

const preloads = createPreloads([
  { route: '/', files: ['/home.js'] },
  { route: '/assistants/[id]', files: ['/builder.js', '/builder.css'] },
  { route: '/assistants/create', files: ['/create.js'] },
  { route: '/assistants/[id]/tests', files: ['/tests.js'] },
  { route: '/plain', files: [] },
])

it.each([
  ['/', '</home.js>; rel=modulepreload'],
  ['/assistants/7', '</builder.js>; rel=modulepreload, </builder.css>; rel=preload; as=style; crossorigin'],
  ['/assistants/7/', '</builder.js>; rel=modulepreload, </builder.css>; rel=preload; as=style; crossorigin'],
  ['/assistants/create', '</create.js>; rel=modulepreload'],
  ['/assistants/7/tests', '</tests.js>; rel=modulepreload'],
  ['/assistants/7/unknown', undefined],
  ['/plain', undefined],
])('%s', (path, header) => {
  expect(preloads(path)).toBe(header)
})
