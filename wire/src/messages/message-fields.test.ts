import { describe, expect, it } from 'vitest'
import { findMessage, readMessage, readStoredText, toMessageFields, toStoredText } from './message-fields.ts'
import { say } from './messages.ts'

describe('messages in JSON bodies', () => {
  it('carry their code and parameters', () => {
    expect(toMessageFields(say('settings.too_many_tools', { count: 65, limit: 64 }))).toEqual({
      message_code: 'settings.too_many_tools',
      message_params: { count: 65, limit: 64 },
    })
  })

  it('are read from storage; an older one is only a text', () => {
    const message = say('web_pages.failed', { reason: say('network.no_response') })
    expect(readMessage(JSON.parse(JSON.stringify(message)))).toEqual(message)
    expect(readMessage('One page was left out')).toBe('One page was left out')
    expect(readMessage({ text: 'Gone', code: 'web_pages.of_an_old_version', params: {} })).toBe('Gone')
    expect(readMessage({ code: 'web_pages.failed' })).toBeUndefined()
  })

  it('are kept in text columns, beside plain texts', () => {
    const message = say('answers.too_slow', { seconds: 3 })
    const texts = [message, 'An older text', '{not JSON', '{"a":1}']
    expect(texts.map((one) => readStoredText(toStoredText(one)))).toEqual(texts)
  })

  it('are found by their text when they have no placeholders', () => {
    expect(findMessage(say('tools.choose_rubric').text)).toEqual(say('tools.choose_rubric'))
    expect(findMessage('{field} is required')).toBeUndefined()
    expect(findMessage('Some other text')).toBeUndefined()
  })
})
