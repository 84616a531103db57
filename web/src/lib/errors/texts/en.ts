import { plural } from '../../i18n/plural.ts'

export const en = {
  required: 'Enter a value',
  wrongType: 'Enter a value of the right type',
  email: 'Enter a valid e-mail address',
  url: 'Enter a valid URL',
  format: 'Check the format of this value',
  invalid: 'This value isn’t valid',
  choice: (names: string) => `Choose one of ${names}`,
  unknownField: (names: string) => `Unknown field: ${names}`,
  minLength: (count: number) =>
    plural('en', count, { one: 'Enter at least # character', other: 'Enter at least # characters' }),
  maxLength: (count: number) =>
    plural('en', count, { one: 'Enter at most # character', other: 'Enter at most # characters' }),
  minItems: (count: number) =>
    plural('en', count, { one: 'Add at least # item', other: 'Add at least # items' }),
  maxItems: (count: number) =>
    plural('en', count, { one: 'No more than # item is allowed', other: 'No more than # items are allowed' }),
  min: (limit: string) => `Enter ${limit} or more`,
  max: (limit: string) => `Enter ${limit} or less`,
  above: (limit: string) => `Enter more than ${limit}`,
  below: (limit: string) => `Enter less than ${limit}`,
  multipleOf: (step: string) => `Enter a multiple of ${step}`,
}

export type Texts = typeof en
