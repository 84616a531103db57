import { expect, it } from 'vitest'
import * as z from 'zod'
import { AppError } from '../../platform/errors.ts'
import { idOf, lambGroup } from './lamb-endpoint.ts'

const ofThing = lambGroup({
  tag: 'things',
  access: 'author',
  base: '/creator/things/{id}',
  params: z.object({ id: idOf('Thing') }),
})

it('gives all endpoints of a group the same callers, tag and start of the path', () => {
  const made = ofThing('GET', ['', '/status'], 'Get a thing', { handle: ({ params }) => params.id + 1 })
  expect(made).toMatchObject({
    api: 'LAMB',
    access: 'author',
    tag: 'LAMB: things',
    paths: ['/creator/things/{id}', '/creator/things/{id}/status'],
    description: 'In the form of LAMB’s API.',
    lenient: true,
  })
  expect(made.params?.parse({ id: '12' })).toEqual({ id: 12 })
})

it.each(['0', '-1', '1.5', 'abc', '01', '9'.repeat(16), ''])(
  'does not find anything with the id “%s”',
  (id) => {
    expect(() => idOf('Thing').parse(id)).toThrow(
      expect.objectContaining({ code: 'not_found', constructor: AppError }),
    )
  },
)
