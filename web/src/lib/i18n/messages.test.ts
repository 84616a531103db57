import { MESSAGES, type MessageCode } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { ca } from '../messages/ca/index.ts'
import { es } from '../messages/es/index.ts'
import { eu } from '../messages/eu/index.ts'

const codes = Object.keys(MESSAGES) as MessageCode[]
const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(Object.entries({ es, ca, eu }))('server messages in %s', (_language, catalogue) => {
  it('are complete', () => {
    expect(codes.filter((code) => !catalogue[code])).toEqual([])
  })

  it('have no codes that the server does not send', () => {
    expect(Object.keys(catalogue).filter((code) => !Object.hasOwn(MESSAGES, code))).toEqual([])
  })

  it('have the same placeholders', () => {
    const translated = codes.filter((code) => catalogue[code] !== undefined)
    const wrong = translated.filter(
      (code) => placeholdersOf(catalogue[code] ?? '').join() !== placeholdersOf(MESSAGES[code]).join(),
    )
    expect(wrong).toEqual([])
  })
})
