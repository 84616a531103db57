import { organizationSettingsSchema } from '@bellwether/wire'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { fieldsOf, kindOf } from '$features/schema-form/schema.ts'

const CONTROLS = ['switch', 'choice', 'number', 'text', 'long-text']

it('every setting of an organization has a control', () => {
  const schema: Record<string, unknown> = { ...z.toJSONSchema(organizationSettingsSchema) }
  const without = fieldsOf(schema).filter(
    ([, field]) => field.widget !== 'tool-checklist' && !CONTROLS.includes(kindOf(field)),
  )
  expect(without).toEqual([])
})
