import { EVALUATION_LIMITS } from '@bellwether/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { baseRepository } from '../knowledge/records/base.repository.ts'
import { all, type Bench, draft, missing, openBench, refused } from './bench.testing.ts'
import type { EvaluationDeps } from './evaluation.service.ts'
import { runRepository } from './run.repository.ts'

const settings = { top_k: 5, threshold: 0, sections: false }
const never = new AbortController().signal

describeOnEachDatabase('evaluation of a knowledge base', (open) => {
  let db: Db
  let fixture: Bench
  let people: Bench['people']
  let base: number
  let other: number
  beforeAll(async () => {
    db = (await open()).db
    fixture = await openBench(db)
    people = fixture.people
  })
  beforeEach(async () => {
    base = await fixture.makeBase(people.ana)
    other = await fixture.makeBase(people.ana)
  })
  const makeFile = (name: string, of = base) => fixture.makeFile(name, of)
  const makeBase: Bench['makeBase'] = (...given) => fixture.makeBase(...given)
  const questions = () => fixture.questions()
  const bench: Bench['bench'] = (more) => fixture.bench(more)
  const texts = (id = base) => fixture.texts(id)

  describe('evaluations', () => {
    it('report what was found, and are stored', async () => {
      await makeFile('a.txt')
      await questions().add(people.ana, base, draft('Why?'))
      await questions().add(people.ana, base, draft('How?', { filename: 'lost.txt' }, { filename: 'b.txt' }))
      const run = await bench().run(people.ana, base, { settings }, never)
      expect(run).toMatchObject({
        questions: 2,
        settings,
        compare_with: null,
        missing_files: ['b.txt', 'lost.txt'],
        index_changed: false,
        summary: { recall: 0.75, mrr: 0.75, answered: 2 },
      })
      expect(run.results).toMatchObject([
        {
          question: 'Why?',
          found_rank: 2,
          ranks: [2],
          recall: 1,
          ndcg: 0.6309,
          reciprocal_rank: 0.5,
          compared: null,
        },
        { question: 'How?', found_rank: 1, ranks: [null, 1], recall: 0.5, ndcg: 0.6131 },
      ])
      expect(run.results[0]?.passages).toMatchObject([
        { rank: 1, filename: 'b.txt', expected: [], text: 'of b.txt' },
        { rank: 2, filename: 'a.txt', expected: [0] },
        { rank: 3, filename: 'a.txt', expected: [0] },
      ])
      expect(await bench().get(people.ana, base, Number(run.id))).toEqual(run)
      const { results: _results, ...head } = run
      expect(await bench().list(people.ana, base)).toEqual([head])
      await expect(bench().get(people.ana, other, Number(run.id))).rejects.toMatchObject(missing)
    })

    it('compare two settings', async () => {
      const why = await questions().add(people.ana, base, draft('Why?'))
      const how = await questions().add(people.ana, base, draft('How?', { filename: 'b.txt' }))
      const order = { settings, compare_with: { ...settings, top_k: 1 } }
      const run = await bench().run(people.ana, base, order, never)
      expect(run.compare_with).toEqual({
        settings: { ...settings, top_k: 1 },
        summary: { recall: 0.5, ndcg: 0.5, mrr: 0.5, answered: 1 },
        difference: { recall: 0.5, ndcg: 0.3155, mrr: 0.25 },
        ndcg_interval: { low: 0, high: 0.6309 },
        wins: [why.id],
        losses: [],
        ties: [how.id],
      })
      expect(run.results[0]?.compared).toMatchObject({ found_rank: null, passages: [{ rank: 1 }] })
    })

    it('report degraded searches and files that changed in the meantime', async () => {
      await questions().add(people.ana, base, draft('Why?'))
      const search: EvaluationDeps['search'] = async (...asked) => {
        await baseRepository.markChanged(db, base)
        return {
          ...(await fixture.found(...asked)),
          vectors: 'unavailable',
          reranked: 'failed',
          reason: 'whole_documents',
        }
      }
      expect(await bench({ search }).run(people.ana, base, { settings }, never)).toMatchObject({
        index_version: 0,
        index_changed: true,
        cautions: { vectors_unavailable: 1, rerank_failed: 1, whole_documents: 1 },
      })
    })

    it('are limited to fifty per knowledge base; older ones are deleted', async () => {
      const run = {
        settings: '{}',
        results: '[]',
        summary: '{}',
        index_version: 0,
        created_by: null,
        created_at: 1,
      }
      const foreignRun = await runRepository.insert(db, { ...run, knowledge_base_id: other })
      const most = EVALUATION_LIMITS.runsPerBase
      for (let at = 0; at < most; at++) await runRepository.insert(db, { ...run, knowledge_base_id: base })
      const [, oldest] = (await runRepository.list(db, base, 100)).reverse()
      await questions().add(people.ana, base, draft('Why?'))
      const newest = await bench().run(people.ana, base, { settings }, never)
      const left = await runRepository.list(db, base, 100)
      expect(left).toHaveLength(most)
      expect([left[0]?.id, left.at(-1)?.id]).toEqual([Number(newest.id), oldest?.id])
      expect(await runRepository.find(db, other, foreignRun.id)).toBeDefined()
    })

    it('need questions', async () => {
      await expect(bench().run(people.ana, base, { settings }, never)).rejects.toMatchObject({
        code: 'bad_request',
      })
    })

    it('store nothing when the client disconnects, the time is up or the search fails', async () => {
      for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await questions().add(people.ana, base, draft(text))
      const gone = new AbortController()
      const reason = new Error('gone')
      let asked = 0
      const leaving: EvaluationDeps['search'] = async (...given) => {
        if (++asked === 3) gone.abort(reason)
        return fixture.found(...given)
      }
      await expect(bench({ search: leaving }).run(people.ana, base, { settings }, gone.signal)).rejects.toBe(
        reason,
      )
      expect(asked).toBeLessThanOrEqual(4)
      const endless = () => new Promise<never>(() => undefined)
      await expect(
        bench({ search: endless, limitMs: 20 }).run(people.ana, base, { settings }, never),
      ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('0.02 seconds') })
      const broken = async () => {
        throw new Error('broken')
      }
      await expect(bench({ search: broken }).run(people.ana, base, { settings }, never)).rejects.toThrow(
        'broken',
      )
      expect(await bench().list(people.ana, base)).toEqual([])
    })

    it('run one at a time for each person', async () => {
      await questions().add(people.ana, base, draft('Why?'))
      const gone = new AbortController()
      let asked = 0
      const endless = () => {
        asked++
        return new Promise<never>(() => undefined)
      }
      const service = bench({ search: endless })
      const ended = expect(service.run(people.ana, base, { settings }, gone.signal)).rejects.toThrow('gone')
      await expect.poll(() => asked).toBe(1)
      await expect(service.run(people.ana, base, { settings }, never)).rejects.toMatchObject({
        code: 'too_many_requests',
      })
      gone.abort(new Error('gone'))
      await ended
      const after = new AbortController()
      const again = service.run(people.ana, base, { settings }, after.signal)
      after.abort(new Error('gone again'))
      await expect(again).rejects.toThrow('gone again')
    })
  })

  it('is readable for people who can see the knowledge base, and usable for those who can edit it', async () => {
    const shared = await makeBase(people.ana, 1)
    const { id } = await questions().add(people.ana, shared, draft('Why?'))
    const run = await bench().run(people.root, shared, { settings }, never)
    const reads = (who: UserCaller, of: number) => [
      questions().list(who, of, all),
      bench().list(who, of),
      bench().get(who, of, Number(run.id)),
    ]
    const writes = (who: UserCaller, of: number) => [
      questions().add(who, of, draft('How?')),
      questions().replace(who, of, Number(id), draft('How?')),
      questions().remove(who, of, Number(id)),
      questions().importAll(who, of, { questions: [draft('How?')], replace: true }),
      bench().run(who, of, { settings }, never),
    ]
    const allRefused = (tried: Promise<unknown>[], how: object) =>
      Promise.all(tried.map((one) => expect(one).rejects.toMatchObject(how)))
    await Promise.all(reads(people.ben, shared))
    await allRefused(writes(people.ben, shared), refused)
    for (const who of [people.eve, people.sven])
      await allRefused([...reads(who, shared), ...writes(who, shared)], missing)
    await allRefused([...reads(people.ben, base), ...writes(people.ben, base)], missing)
    expect(await texts(shared)).toEqual(['Why?'])
  })

  it('is deleted with its knowledge base', async () => {
    await questions().add(people.ana, base, draft('Why?'))
    const run = await bench().run(people.ana, base, { settings }, never)
    await baseRepository.delete(db, base)
    expect(await runRepository.find(db, base, Number(run.id))).toBeUndefined()
    expect(
      await db.selectFrom('retrieval_questions').selectAll().where('knowledge_base_id', '=', base).execute(),
    ).toEqual([])
  })
})
