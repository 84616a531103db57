import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { readSnapshot } from './ingestion/site-snapshot.ts'
import { lacksDescriptions } from './pictures/describe-pictures.ts'
import { readWarnings } from './records/records.ts'

const OLD = 'Not described by a model: 1 of 2 pictures (the model took too long).'

describe('stored warnings', () => {
  it('have a code, and only a text if they are older', () => {
    const reason = say('document_warnings.description_timeout')
    const warning = say('document_warnings.images_not_described', { missing: 1, total: 2, reason })
    expect(readWarnings(JSON.stringify([OLD, warning, 7, null]))).toEqual([OLD, warning])
    expect(readWarnings('not JSON')).toEqual([])
    expect([[OLD], [warning]].map(lacksDescriptions)).toEqual([true, true])
    expect(lacksDescriptions([say('document_warnings.hidden_sheets', { sheets: 'A' })])).toBe(false)
  })

  it('of the pages of a site are read from snapshots of both kinds', () => {
    const page = { url: 'https://a.example/', checksum: 'x', title: 'A', start: 0, characters: 1, read_at: 1 }
    const warning = say('document_warnings.part', { part: 'a', reason: say('documents.needs_ocr') })
    const pages = [page, { ...page, warning: 'No text' }, { ...page, warnings: [warning] }]
    const snapshot = readSnapshot(Buffer.from(JSON.stringify({ version: 1, settings: '', pages })))
    expect(snapshot?.pages.map(({ warnings }) => warnings)).toEqual([undefined, ['No text'], [warning]])
  })
})
