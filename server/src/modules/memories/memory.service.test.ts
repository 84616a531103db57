import { say } from '@bellwether/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Asking } from '../../platform/asking-person.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { assistantRepository } from '../assistants/index.ts'
import { createWorld } from '../assistants/testing.ts'
import { createMemoryService, type MemoryService } from './memory.service.ts'

const system: Caller = { kind: 'system', trustedForwarder: true }
const UNKNOWN_PERSON = { ok: false, reason: say('reasons.person_unknown') }

describeOnEachDatabase('memories', (open) => {
  let db: Db
  let people: Awaited<ReturnType<typeof createWorld>>
  let memories: MemoryService
  let tutor: number
  let other: number
  const me = (caller: Caller, endUser?: string): Asking => ({ caller, endUser })

  async function addAssistant(owner: UserCaller, name: string): Promise<number> {
    const place = { organization_id: owner.organizationId, owner_id: owner.userId }
    const row = await db
      .insertInto('assistants')
      .values({ ...place, name, created_at: 1, updated_at: 1, deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const facts = async (asking: Asking, assistantId?: number) =>
    (await memories.list(asking, assistantId)).memories.map(({ fact }) => fact)

  beforeAll(async () => {
    db = (await open()).db
    people = await createWorld(db)
    memories = createMemoryService({ db })
    tutor = await addAssistant(people.ana, 'tutor')
    other = await addAssistant(people.ana, 'other')
  })
  beforeEach(async () => {
    await db.deleteFrom('memories').execute()
  })

  it('stores facts per person and assistant, newest first, without duplicates', async () => {
    const ben = me(people.ben)
    for (const fact of ['likes maps', 'fears fractions'])
      expect(await memories.remember(ben, tutor, fact)).toEqual({ ok: true })
    await db.updateTable('memories').set({ created_at: 1 }).execute()
    expect(await memories.remember(ben, tutor, ' likes\n maps\u0000 ')).toEqual({ ok: true })
    await memories.remember(ben, other, 'is tall')
    expect(await memories.recall(ben, tutor)).toEqual(['likes maps', 'fears fractions'])
    expect(await memories.recall(ben, other)).toEqual(['is tall'])
    expect(await memories.list(ben, tutor)).toMatchObject({
      total: 2,
      memories: [{ assistant_id: tutor, assistant_name: 'tutor', fact: 'likes maps' }, {}],
    })
  })

  it('refuses access to everyone else, including the assistant’s owner and admins', async () => {
    await memories.remember(me(people.ben), tutor, 'a secret')
    const [kept] = (await memories.list(me(people.ben), tutor)).memories
    const strangers = [
      people.ana,
      { ...people.ana, systemAdmin: true, organizationRole: 'owner' as const },
      { ...people.ben, trustedForwarder: true },
    ]
    for (const stranger of strangers) {
      const asking = me(stranger, 'somebody')
      expect(await facts(asking)).toEqual([])
      expect(await memories.recall(asking, tutor)).toEqual([])
      await expect(memories.delete(asking, kept?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' })
      expect(await memories.deleteAll(asking, undefined)).toBe(0)
    }
    expect(await facts(me(people.ben))).toEqual(['a secret'])
  })

  describe('people behind a forwarding client', () => {
    it('are distinguished by client and name', async () => {
      const keyOfAna = { ...people.ana, trustedForwarder: true }
      const keyOfBen = { ...people.ben, trustedForwarder: true }
      const who = [me(system, 'Eve@x.edu'), me(keyOfAna, 'eve@x.edu'), me(keyOfBen, 'eve@x.edu')]
      for (const [at, asking] of who.entries()) await memories.remember(asking, tutor, `fact ${at}`)
      for (const [at, asking] of who.entries()) expect(await facts(asking)).toEqual([`fact ${at}`])
      expect(await facts(me(system, 'EVE@x.edu'))).toEqual(['fact 0'])
      expect(await facts(me(people.ana))).toEqual([])
      expect(await facts(me(system, `${people.ana.userId}:eve@x.edu`))).toEqual([])
    })

    it.each([undefined, '', ' '])(
      'are not remembered when the client does not name them (%j)',
      async (endUser) => {
        for (const caller of [system, { ...people.ana, trustedForwarder: true }]) {
          const asking = me(caller, endUser)
          expect(await memories.remember(asking, tutor, 'x')).toEqual(UNKNOWN_PERSON)
          expect(await memories.recall(asking, tutor)).toBeUndefined()
          await expect(memories.list(asking, tutor)).rejects.toMatchObject({ code: 'bad_request' })
          await expect(memories.deleteAll(asking, undefined)).rejects.toMatchObject({ code: 'bad_request' })
        }
        expect(await db.selectFrom('memories').selectAll().execute()).toEqual([])
      },
    )
  })

  it('a key limited to some assistants sees and deletes only their memories', async () => {
    await memories.remember(me(people.ben), tutor, 'one')
    await memories.remember(me(people.ben), other, 'two')
    const limited = me({ ...people.ben, onlyAssistants: [other] })
    const [ofTutor] = (await memories.list(me(people.ben), tutor)).memories
    expect(await facts(limited)).toEqual(['two'])
    expect(await facts(limited, tutor)).toEqual([])
    await expect(memories.delete(limited, ofTutor?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' })
    expect(await memories.deleteAll(limited, undefined)).toBe(1)
    expect(await memories.deleteAll(me({ ...people.ben, onlyAssistants: [] }), undefined)).toBe(0)
    expect(await facts(me(people.ben))).toEqual(['one'])
  })

  it('limits the number of facts, also for concurrent additions', async () => {
    const ben = me(people.ben)
    for (let at = 0; at < 97; at++) await memories.remember(ben, tutor, `fact ${at}`)
    // Few at once: on a busy machine, many would wait for the same lock until they are refused.
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_each, at) => memories.remember(ben, tutor, `another ${at}`)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: say('reasons.memory_full', { limit: 100 }),
    })
    expect(await memories.recall(ben, tutor)).toHaveLength(100)
    expect(await memories.remember(ben, other, 'elsewhere')).toEqual({ ok: true })
  })

  it('truncates long facts, and stores no empty ones', async () => {
    await memories.remember(me(people.ben), tutor, `${'x'.repeat(499)}🌍`)
    expect(await facts(me(people.ben))).toEqual(['x'.repeat(499)])
    expect(await memories.remember(me(people.ben), tutor, ' \n\u0000 ')).toMatchObject({ ok: false })
  })

  it('deletes one fact, those of one assistant, or all', async () => {
    const ben = me(people.ben)
    for (const fact of ['a', 'b', 'c']) await memories.remember(ben, tutor, fact)
    await memories.remember(ben, other, 'd')
    const [first] = (await memories.list(ben, tutor)).memories
    await memories.delete(ben, first?.id ?? 0)
    await expect(memories.delete(ben, first?.id ?? 0)).rejects.toMatchObject({ code: 'not_found' })
    expect(await memories.deleteAll(ben, tutor)).toBe(2)
    expect(await facts(ben)).toEqual(['d'])
    expect(await memories.deleteAll(ben, undefined)).toBe(1)
  })

  it('stores nothing for an assistant that is not saved or is deleted', async () => {
    const gone = await addAssistant(people.ana, 'gone')
    await memories.remember(me(people.ben), gone, 'x')
    await assistantRepository.markDeleted(db, gone, 'gone (deleted)', 2)
    expect(await facts(me(people.ben))).toEqual([])
    for (const id of [gone, 0, 999_999])
      expect(await memories.remember(me(people.ben), id, 'x')).toMatchObject({ ok: false })
  })

  it('are deleted with the account, and with the account of the key that named the person', async () => {
    const { organizationId } = people.ana
    const account = {
      organization_id: organizationId,
      email: 'gone@x.edu',
      name: 'G',
      created_at: 1,
      updated_at: 1,
    }
    const { id: userId } = await db
      .insertInto('users')
      .values(account)
      .returning('id')
      .executeTakeFirstOrThrow()
    const leaver = { ...people.ben, userId }
    await memories.remember(me(leaver), tutor, 'own')
    await memories.remember(me({ ...leaver, trustedForwarder: true }, 'pupil'), tutor, 'of a pupil')
    await memories.remember(me(people.ben), tutor, 'stays')
    await db.deleteFrom('users').where('id', '=', userId).execute()
    const left = await db.selectFrom('memories').select('fact').execute()
    expect(left).toEqual([{ fact: 'stays' }])
  })
})
