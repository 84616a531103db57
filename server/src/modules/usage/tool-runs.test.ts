import { expect, it } from 'vitest'
import { createTestOutbox, describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createPricing } from './pricing.ts'
import { recordToolRuns, toolRunsOf } from './tool-runs.ts'
import { createUsageRecorder, type UsageNote } from './usage-recorder.ts'

const price = { provider: 'tool', model: 'http_request', input: 0, output: 0, image: 0, minute: 0, calls: 5 }
const pricing = createPricing({ currency: 'EUR', prices: [price] })
const call = (tool: string, outcome = 'ok') => ({ kind: 'tool', tool, use: 'call' as const, outcome })

it('counts the runs of each tool and their cost', () => {
  const steps = [
    { kind: 'model', outcome: 'ok' },
    call('http_request'),
    call('http_request'),
    call('http_request', 'timeout'),
    call('http_request', 'denied'),
    call('weather', 'skipped'),
    call('a function that the model made up', 'failed'),
    { ...call('weather'), use: 'inject' as const, outputLength: 0 },
    { ...call('weather'), use: 'inject' as const, outputLength: 20 },
  ]
  const runs = toolRunsOf(steps, new Set(['http_request', 'weather']), pricing)
  expect(runs).toEqual([
    { tool: 'http_request', outcome: 'ok', runs: 2, cost: 10_000 },
    { tool: 'http_request', outcome: 'failed', runs: 2, cost: 5000 },
    { tool: 'weather', outcome: 'ok', runs: 1, cost: 0 },
  ])
  const notes: UsageNote[] = []
  const whose = { organizationId: 1, assistantId: 5, ownerId: 7, userId: 8, endUser: null }
  recordToolRuns({ record: (one) => void notes.push(one) }, whose, runs)
  expect(notes[0]).toMatchObject({ ...whose, kind: 'tool', tool: 'http_request', units: 2, toolCalls: 0 })
  expect(notes).toHaveLength(3)
})

describeOnEachDatabase('many concurrent answers', (open) => {
  it('share a row for each tool and person', async () => {
    const { db } = await open()
    const errors: unknown[] = []
    const usage = createUsageRecorder({
      outbox: createTestOutbox(db),
      onNote: () => undefined,
      onError: (error) => void errors.push(error),
    })
    const whose = { organizationId: 1, assistantId: 0, ownerId: null, userId: null }
    const run = { tool: 'weather', outcome: 'ok' as const, runs: 2, cost: 300 }
    for (const endUser of ['ana', 'ben', 'ana', 'ana']) recordToolRuns(usage, { ...whose, endUser }, [run])
    recordToolRuns(usage, { ...whose, endUser: 'ana' }, [{ ...run, outcome: 'failed' }])
    await usage.flush()
    recordToolRuns(usage, { ...whose, endUser: 'ben' }, [run])
    await usage.close()
    expect(errors).toEqual([])
    const rows = await db
      .selectFrom('usage_records')
      .select(['end_user', 'outcome', 'units', 'cost'])
      .execute()
    expect(rows.map((row) => Object.values(row).map(String).join(' ')).sort()).toEqual([
      'ana failed 2 300',
      'ana ok 6 900',
      'ben ok 2 300',
      'ben ok 2 300',
    ])
  })
})
