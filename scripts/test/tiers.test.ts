import { createTagsFilter } from '@vitest/runner/utils'
import { expect, it } from 'vitest'
import { TAGS, TIERS } from './tiers.mjs'

const NAMES = TAGS.map(({ name }) => name)
/** Every set of tags that a test can have. */
const SETS = NAMES.reduce<string[][]>((sets, name) => sets.flatMap((set) => [set, [...set, name]]), [[]])

it('the daily tests and the rest are all tests, and only journeys are in both', () => {
  expect(SETS).toHaveLength(2 ** NAMES.length)
  for (const tags of SETS) {
    const [daily, rest] = [TIERS.daily.includes(tags), TIERS.rest.includes(tags)]
    expect(daily || rest, tags.join()).toBe(true)
    if (daily && rest) expect(tags).toContain('journey')
  }
})

it.each(Object.entries(TIERS))('Vitest runs what the %s tier includes', (_name, { filter, includes }) => {
  const runs = filter ? createTagsFilter([filter], TAGS) : () => true
  for (const tags of SETS) expect(runs(tags), tags.join()).toBe(includes(tags))
})
