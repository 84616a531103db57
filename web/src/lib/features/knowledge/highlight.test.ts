import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

const marked = (text: string, question: string) =>
  highlight(text, question)
    .filter(({ isMarked }) => isMarked)
    .map((piece) => piece.text)

describe('words of the question in a passage', () => {
  it('are marked in all their forms, ignoring accents', () => {
    expect(marked('The Revolutions of bread', 'What is a revolution?')).toEqual(['Revolutions'])
    expect(marked('La revolució francesa', 'revolucio')).toEqual(['revolució'])
  })

  it('leave the text unchanged', () => {
    const text = 'Debt, bread and privilege: “lit a fire”.'
    const pieces = highlight(text, 'bread privilege')
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ isMarked }) => isMarked)).toHaveLength(2)
  })

  it('are not marked if the question has none', () => {
    expect(marked('a of it', 'a of it')).toEqual([])
    expect(highlight('', 'bread')).toEqual([])
  })
})
