import { readFileSync } from 'node:fs'
import { signInReasonSchema } from '@bellwether/wire'
import { expect, it } from 'vitest'

it('explains every reason in the documentation', () => {
  const url = new URL('../../../../../docs/admins/single-sign-on.md', import.meta.url)
  const [, troubleshooting = ''] = readFileSync(url, 'utf8').split('## Troubleshooting')
  const explained = [...troubleshooting.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '')),
  )
  expect(explained.sort()).toEqual([...signInReasonSchema.options].sort())
})
