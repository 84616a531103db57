import { describe, expect, it } from 'vitest'
import { fillVariables, isForChat, variablesOf } from './prompts.ts'

describe('variables of a prompt', () => {
  it('are the names in double braces, each once', () => {
    expect(variablesOf('Explain {{topic}} to {{ school year }}: {{topic}}')).toEqual(['topic', 'school year'])
    expect(variablesOf('{{año}} {{a-b}}')).toEqual(['año', 'a-b'])
    expect(variablesOf('{topic} {{}} {{ }} {{a\nb}} {{{{x')).toEqual([])
  })

  it('are filled in one pass', () => {
    const values = new Map([
      ['topic', '{{year}} $& $1'],
      ['year', '3'],
    ])
    expect(fillVariables('{{topic}}/{{ year }}/{{other}}', values)).toBe('{{year}} $& $1/3/{{other}}')
  })
})

it('prompts with placeholders of an assistant are not for chats', () => {
  const of = (prompt_template: string) => isForChat({ prompt_template })
  expect(of('Explain {{topic}}')).toBe(true)
  expect(of('Explain {topic}')).toBe(true)
  expect(of('{{context}}')).toBe(true)
  expect(of('{context}\n{user_input}')).toBe(false)
  expect(of(' ')).toBe(false)
})
