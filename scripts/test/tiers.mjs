// What npm test runs, what only npm run test:all adds (the rest), and both (all). Tests say it with tags:
//   it('…', { tags: ['nightly'] }, …)   only in test:all: another test that runs every day finds most of the same faults
// A whole file says it in its first line: /** @module-tag nightly */
// Journeys have the tag of describeJourneys: npm test looks at each page in one width and theme, test:all in all of them. Their
// tests build on each other, so the rest has all journeys.
export const TAGS = [
  { name: 'nightly', description: 'only in npm run test:all' },
  {
    name: 'journey',
    description: 'with one width and theme per page in npm test, with all of them in test:all',
  },
]

/**
 * The filter for Vitest, and the same as a function, which tells tests that were skipped from those of another tier.
 * @type {Record<'daily' | 'rest' | 'all', { filter?: string, includes: (tags: readonly string[]) => boolean }>}
 */
export const TIERS = {
  daily: { filter: '!nightly', includes: (tags) => !tags.includes('nightly') },
  rest: {
    filter: 'nightly || journey',
    includes: (tags) => tags.includes('nightly') || tags.includes('journey'),
  },
  all: { includes: () => true },
}
