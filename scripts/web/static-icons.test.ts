import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { expect, it } from 'vitest'
import { ICON_PROPS, toStaticIcon } from './static-icons.mjs'

const root = join(import.meta.dirname, '../..')
const icons = join(root, 'node_modules/@lucide/svelte/dist/icons')
/** The component of an icon, which may have another name. */
const componentOf = (name: string): string =>
  /"\.\/(.+\.svelte)"/.exec(readFileSync(join(icons, `${name}.js`), 'utf8'))?.[1] ?? ''
const sources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|ts)$/.test(file))
  .map((file) => ({ file, source: readFileSync(join(root, 'web/src', file), 'utf8') }))

it('compiles every icon that the app imports', () => {
  const names = sources.flatMap(({ source }) =>
    Array.from(source.matchAll(/@lucide\/svelte\/icons\/([\w-]+)'/g), ([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(50)
  for (const name of new Set(names)) {
    const source = toStaticIcon(readFileSync(join(icons, componentOf(name)), 'utf8'))
    expect(() => compile(source, { filename: `${name}.svelte` }), name).not.toThrow()
    expect(source, name).toMatch(/<(path|circle|rect|line|polyline|polygon|ellipse) /)
  }
})

it('supports all attributes that the app sets on icons', () => {
  const unknown: string[] = []
  for (const { file, source } of sources) {
    const names = Array.from(
      source.matchAll(/import (\w+) from '@lucide\/svelte\/icons/g),
      ([, name]) => name,
    )
    const tags = source.matchAll(new RegExp(`<(?:${['Icon', ...names].join('|')})\\s([^>]*)/>`, 'g'))
    for (const [tag, attributes = ''] of tags) {
      const given = attributes.replace(/"[^"]*"|(?<==)\{[^}]*\}/g, '').split(/\s+/)
      if (given.some((name) => name !== '' && !ICON_PROPS.includes(name.replace(/=$/, ''))))
        unknown.push(`${file}: ${tag}`)
    }
  }
  expect(unknown).toEqual([])
})

it('refuses a form of icon that it does not know', () => {
  expect(() => toStaticIcon('<svg />')).toThrow('another form')
})
