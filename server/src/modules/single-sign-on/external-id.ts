/** The id that a provider gives a person or a session. One of blanks would be the same for everyone. */
export const isExternalId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?!\s*$)\P{Cc}{1,255}$/u.test(value)
