import { createPublishTogether } from './publish-together.ts'
import { createSetPublished } from './set-published.ts'

type Given = Parameters<typeof createSetPublished>

/** Publishing one assistant, or several together with other changes. */
export const createPublications = (deps: Given[0], reading: Given[1], checks: Given[2]) => ({
  setPublished: createSetPublished(deps, reading, checks),
  ...createPublishTogether(deps, { ...reading, ...checks }),
})
