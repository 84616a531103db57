import { describe, expect, it } from 'vitest'
import { centerSquare } from './prepare-picture.ts'

describe('the picture of an assistant', () => {
  it('is cut to a square from the middle', () => {
    expect(centerSquare(400, 300)).toEqual({ left: 50, top: 0, side: 300 })
    expect(centerSquare(301, 400)).toEqual({ left: 0, top: 49, side: 301 })
    expect(centerSquare(1, 1)).toEqual({ left: 0, top: 0, side: 1 })
  })
})
