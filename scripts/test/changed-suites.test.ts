import { describe, expect, it } from 'vitest'
import { findSuites } from './changed-suites.mjs'

const SCORING = 'server/src/modules/rubrics/evaluation/scoring.ts'
const WHOLE_APP = 'server/test/access/access-matrix.test.ts'

describe('suites for a change', () => {
  it('are those that import the file, directly or not, and those of its module', () => {
    const suites = findSuites([SCORING])
    expect(suites).toEqual(
      expect.arrayContaining([
        'server/src/modules/rubrics/evaluation/scoring.test.ts',
        'server/src/modules/rubrics/rubric.service.test.ts',
        'server/src/tools/rubric-eval/rubric-eval.tool.test.ts',
      ]),
    )
    expect(suites).not.toContain(WHOLE_APP)
    expect(suites).not.toContain('server/src/modules/users/user.service.test.ts')
  })

  it('include those of the whole app if the app itself or its test harness has changed', () => {
    expect(findSuites(['server/src/app/create-app.ts'])).toContain(WHOLE_APP)
    expect(findSuites(['server/test/harness/test-app.ts'])).toContain(WHOLE_APP)
  })

  it('follow the shared schemas and the names of folders in the web app', () => {
    expect(findSuites(['wire/src/index.ts']).length).toBeGreaterThan(100)
    expect(findSuites(['web/src/lib/state/list-view.ts'])).toContain('web/src/lib/state/list-view.test.ts')
    expect(findSuites(['README.md'])).toEqual([])
  })
})
