import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { AppError, badRequest, type ErrorCode } from './errors.ts'
import { languageOf } from './languages.ts'
import { isSetupError, toPlainError } from './plain-errors.ts'

describe('the reader’s language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['sv', 'en'],
    ['es', 'es'],
    ['ca-ES,es;q=0.9', 'ca'],
    ['sv, eu;q=0.5, es;q=0.8', 'es'],
    ['EU', 'eu'],
    ['en;q=0, ca;q=0.1', 'ca'],
    [';;q=,', 'en'],
  ])('%s → %s', (accepted, language) => expect(languageOf(accepted)).toBe(language))
})

it('doesn’t ask students to shorten a message if the assistant is set up wrongly', () => {
  const error = badRequest(say('models.no_provider', { name: 'Ollama' }))
  expect(isSetupError(error)).toBe(true)
  expect(toPlainError(error, 'en', 'ref-1').message).toBe(
    'The assistant can’t answer right now. If this happens again, tell your teacher. (Reference: ref-1)',
  )
})

it('keeps the kind of error and none of its text', () => {
  const codes: ErrorCode[] = [
    'provider_failed',
    'provider_timeout',
    'unavailable',
    'too_many_requests',
    'bad_request',
  ]
  for (const code of codes) {
    const error = new AppError(code, 'Ollama at 10.0.0.5:11434 said sk-123456789', {
      place: '10.0.0.5:11434',
      fromProvider: true,
      retryAfter: 7,
      providerCode: 'some_code',
    })
    for (const language of ['en', 'es', 'ca', 'eu'] as const) {
      const plain = toPlainError(error, language, 'ref-1')
      expect(plain.message).toMatch(/^\S.+\. \(\S+: ref-1\)$/)
      expect(plain.message).not.toMatch(/Ollama|10\.0|sk-/)
      expect(plain).toMatchObject({ code, details: { retryAfter: 7, providerCode: 'some_code' } })
      expect(plain.details.place).toBeUndefined()
    }
  }
})
