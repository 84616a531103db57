import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Script files of a page, with those that every page needs. Each one costs a round trip. */
const MAX_SCRIPTS = 12

describe('the pages of the build', () => {
  const shell = new Set(read('dist/web/index.html').match(/\/_app\/[\w./-]+\.js/g))
  const pages: { route: string; files: string[] }[] = JSON.parse(read('dist/web/pages.json')).preloads

  it('are all known', () => {
    expect(shell.size).toBeGreaterThan(2)
    expect(pages.length).toBeGreaterThan(30)
  })

  it.each(pages)('$route needs few files', ({ files }) => {
    const scripts = new Set([...shell, ...files.filter((file) => file.endsWith('.js'))])
    expect(scripts.size).toBeGreaterThan(3)
    expect(scripts.size).toBeLessThanOrEqual(MAX_SCRIPTS)
  })
})

/** The fields of each form that shows an error of the server beside a field. */
function readForms(): { form: string; fields: string[] }[] {
  const folder = 'web/src/lib'
  const components = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return components
    .filter((file) => file.endsWith('.svelte'))
    .flatMap((file) => {
      const forms = new Map<string, Set<string>>()
      const add = (form: string, field: string) =>
        forms.set(form, (forms.get(form) ?? new Set()).add(field.split('.').at(-1) ?? ''))
      const text = read(join(folder, file))
      for (const [, form = '', field = ''] of text.matchAll(/(?:(\w+)\.)?\bfaults\['([\w.]+)'\]/g))
        add(form, field)
      for (const [, form = '', fields = ''] of text.matchAll(
        /<FormErrors\s+error=\{(\w+)\.error\}\s+shown=\{\[([^\]]*)\]\}/g,
      ))
        for (const [, field = ''] of fields.matchAll(/'([\w.]+)'/g)) add(form, field)
      return [...forms].map(([form, fields]) => ({ form: `${file} ${form}`, fields: [...fields].sort() }))
    })
}

/** The names of all properties of a schema, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesOf)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...propertiesOf(value),
  ])
}

describe('every field of a form is a field of one request', () => {
  type Operations = Record<string, { requestBody?: unknown }>
  const paths: Operations[] = Object.values(JSON.parse(read('dist/openapi.json')).paths)
  const requests = paths
    .flatMap((operations) => Object.values(operations))
    .map(({ requestBody }) => new Set(propertiesOf(requestBody)))
  const forms = readForms()

  it('finds the forms', () => expect(forms.length).toBeGreaterThan(25))

  it.each(forms)('$form: $fields', ({ fields }) => {
    expect(requests.some((request) => fields.every((field) => request.has(field)))).toBe(true)
  })
})
