import { MEMORY_LIMITS, type MemoryList, type Message, say } from '@bellwether/wire'
import { type Asking, type AskingPerson, askingPerson } from '../../platform/asking-person.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { requireMay, type Verb } from '../access/index.ts'
import { memoryRepository } from './memory.repository.ts'

export type Remembered = { ok: true } | { ok: false; reason: Message }

const THING = 'Memory'
const MAX_LISTED = 1000
const UNKNOWN_PERSON = say('reasons.person_unknown')

/**
 * Facts that assistants remember about people. Only the person can read them: neither the assistant's owner nor an
 * admin can.
 */
export function createMemoryService({ db }: { db: Db }) {
  async function remember(asking: Asking, assistantId: number, text: string): Promise<Remembered> {
    const person = findPerson(asking)
    if (!person) return { ok: false, reason: UNKNOWN_PERSON }
    const fact = toFact(text)
    if (fact === '') return { ok: false, reason: say('reasons.nothing_to_remember') }
    return await db.transaction().execute(async (tx): Promise<Remembered> => {
      if (!(await memoryRepository.holdAssistant(tx, assistantId)))
        return { ok: false, reason: say('reasons.memory_of_draft') }
      const now = nowSeconds()
      if (await memoryRepository.renew(tx, person.subject, assistantId, fact, now)) return { ok: true }
      const count = await memoryRepository.count(tx, person.subject, { assistantId, onlyAssistants: null })
      if (count >= MEMORY_LIMITS.facts)
        return {
          ok: false,
          reason: say('reasons.memory_full', { limit: MEMORY_LIMITS.facts }),
        }
      await memoryRepository.insert(tx, {
        assistant_id: assistantId,
        subject: person.subject,
        user_id: person.record.userId,
        fact,
        created_at: now,
      })
      return { ok: true }
    })
  }

  /** Newest first; undefined when the asking person is unknown. */
  async function recall(asking: Asking, assistantId: number): Promise<string[] | undefined> {
    const person = findPerson(asking)
    if (!person) return undefined
    const filter = { assistantId, onlyAssistants: null }
    const memories = await memoryRepository.list(db, person.subject, filter, MEMORY_LIMITS.facts)
    return memories.map(({ fact }) => fact)
  }

  return {
    remember,
    recall,

    async list(asking: Asking, assistantId: number | undefined): Promise<MemoryList> {
      const { subject } = requirePerson(asking)
      const filter = { assistantId, onlyAssistants: keyOf(asking) }
      return {
        memories: await memoryRepository.list(db, subject, filter, MAX_LISTED),
        total: await memoryRepository.count(db, subject, filter),
      }
    },

    async delete(asking: Asking, id: number): Promise<void> {
      const { subject } = requirePerson(asking)
      const memory = await memoryRepository.find(db, subject, id)
      requireOwn(asking, 'manage', memory?.assistant_id)
      await memoryRepository.delete(db, subject, id)
    },

    /** For one assistant or for all. Returns how many were deleted. */
    async deleteAll(asking: Asking, assistantId: number | undefined): Promise<number> {
      const { subject } = requirePerson(asking)
      return memoryRepository.deleteAll(db, subject, { assistantId, onlyAssistants: keyOf(asking) })
    },
  }
}

export type MemoryService = ReturnType<typeof createMemoryService>

/** Nothing is remembered for a person whom the client does not name: the owner of its key is not the one who asks. */
function findPerson(asking: Asking): AskingPerson | undefined {
  const person = askingPerson(asking)
  return person.kind === 'unnamed' ? undefined : person
}

function requirePerson(asking: Asking): AskingPerson {
  const person = findPerson(asking)
  if (!person) throw badRequest(say('memories.person_required'))
  return person
}

/** `assistantId` is that of a memory of the asking person; undefined when they have no such memory. */
function requireOwn({ caller }: Asking, verb: Verb, assistantId: number | undefined): void {
  if (assistantId === undefined) throw notFound(THING)
  // Memories belong to a person, not to an organization; 0 means none.
  const facts = { kind: 'memory' as const, organizationId: 0, ofAskingPerson: true, assistantId }
  requireMay(caller, verb, facts, THING)
}

const keyOf = ({ caller }: Asking): readonly number[] | null =>
  caller.kind === 'user' ? caller.onlyAssistants : null

/** One line without control characters: it becomes an item of a list in the prompt, and U+0000 can't be stored. */
const toFact = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MEMORY_LIMITS.factLength)
    .replace(/[\uD800-\uDBFF]$/, '')
