import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('groups each tag with one API, and names other products in their tags', async () => {
  const { body } = await app.call('GET', '/openapi.json')
  const groups: { name: string; tags: string[] }[] = body['x-tagGroups']
  const tags = groups.flatMap((group) => group.tags)
  expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([])
  expect(new Set(tags)).toEqual(new Set(body.tags.map(({ name }: { name: string }) => name)))
  const [own, ...others] = groups
  expect(own?.name).toBe('Bellwether')
  for (const { name, tags: named } of others)
    expect(
      named.filter((tag) => !tag.startsWith(name)),
      name,
    ).toEqual([])
})
