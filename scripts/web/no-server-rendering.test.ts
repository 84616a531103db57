import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { expect, it } from 'vitest'
import { noServerRendering } from './no-server-rendering.mjs'

const load = noServerRendering().load as (id: string, options?: { ssr?: boolean }) => string | undefined

it('replaces components only where they are compiled for a server', () => {
  const empty = load('/src/routes/+layout.svelte', { ssr: true }) ?? ''
  expect(compile(empty, { filename: 'Empty.svelte', generate: 'server' }).warnings).toEqual([])
  expect(load('/src/routes/+layout.svelte', { ssr: false })).toBeUndefined()
  expect(load('/src/routes/+layout.svelte')).toBeUndefined()
  expect(load('/src/routes/+layout.ts', { ssr: true })).toBeUndefined()
})

it('is possible because no page is rendered on a server', () => {
  const layout = readFileSync(join(import.meta.dirname, '../../web/src/routes/+layout.ts'), 'utf8')
  expect(layout).toContain('export const ssr = false')
})
