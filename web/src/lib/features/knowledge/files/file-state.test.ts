import type { KnowledgeFile } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { helpFor, nextPause, stageOf, stageShares } from './file-state.ts'

const file = (over: Partial<KnowledgeFile>) =>
  ({
    status: 'processing',
    stage: 'read',
    percentage: 0,
    error_code: null,
    retryable: false,
    ...over,
  }) as KnowledgeFile

describe('the progress of a file', () => {
  it('fills the three stages one after the other', () => {
    const shares = (over: Partial<KnowledgeFile>) => stageShares(file(over)).map(({ share }) => share)
    expect(shares({ percentage: 35 })).toEqual([0.5, 0, 0])
    expect(shares({ percentage: 75 })).toEqual([1, 1, 0])
    expect(shares({ percentage: 87.5 })).toEqual([1, 1, 0.5])
    expect(shares({ status: 'completed', percentage: 100 })).toEqual([1, 1, 1])
    expect(shares({ status: 'pending' })).toEqual([0, 0, 0])
  })

  it('counts downloading as reading', () => {
    expect(stageOf({ stage: 'fetch' })).toBe('read')
    expect(stageOf({ stage: 'waiting' })).toBeUndefined()
  })
})

describe('the remedy for a failed file', () => {
  it('is the password, OCR, a retry, or nothing', () => {
    const help = (error_code: string | null, retryable = true) =>
      helpFor(file({ status: 'failed', error_code, retryable }))
    expect(help('needs_password')).toBe('password')
    expect(help('wrong_password')).toBe('password')
    expect(help('needs_ocr')).toBe('ocr')
    expect(help('took_too_long')).toBe('retry')
    expect(help('corrupt', false)).toBe('none')
    expect(helpFor(file({ status: 'cancelled', retryable: true }))).toBe('retry')
    expect(helpFor(file({ status: 'completed' }))).toBe('none')
  })
})

describe('polling', () => {
  it('is fast after a change, slower while nothing changes, and at least every 8 s', () => {
    expect(nextPause(undefined, false)).toBe(800)
    expect(nextPause(800, false)).toBe(1280)
    expect(nextPause(7000, false)).toBe(8000)
    expect(nextPause(8000, true)).toBe(800)
  })
})
