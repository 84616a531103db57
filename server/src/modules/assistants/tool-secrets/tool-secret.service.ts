import { say, type ToolSecretDraft, type ToolSecretRecord } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { lockUser } from '../../../platform/db/with-lock.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { type ToolSecretRow, toolSecretRepository } from './tool-secret.repository.ts'

const MAX_PER_USER = 100

/**
 * Secrets that a user's own tools send. They are write-only, except to the host they are bound to. Names are per
 * owner: no one, including admins, can see another person's.
 */
export function createToolSecretService({ db, box }: { db: Db; box: SecretBox }) {
  return {
    list: async (caller: UserCaller): Promise<ToolSecretRecord[]> =>
      (await toolSecretRepository.listOf(db, caller.userId)).map(toRecord),

    /** Changing the host requires the value again, so that no one can send a secret they don't know to another host. */
    set: (caller: UserCaller, name: string, { value, host }: ToolSecretDraft): Promise<ToolSecretRecord> =>
      db.transaction().execute(async (tx) => {
        await lockUser(tx, caller.userId)
        const present = await toolSecretRepository.listOf(tx, caller.userId)
        if (present.length >= MAX_PER_USER && !present.some((secret) => secret.name === name))
          throw badRequest(say('tool_secrets.too_many', { limit: MAX_PER_USER }))
        const now = nowSeconds()
        const row = await toolSecretRepository.set(tx, {
          user_id: caller.userId,
          name,
          host,
          sealed_value: box.seal(value),
          created_at: now,
          updated_at: now,
        })
        return toRecord(row)
      }),

    async delete(caller: UserCaller, name: string): Promise<void> {
      if (!(await toolSecretRepository.delete(db, caller.userId, name))) throw notFound('Secret')
    },

    /**
     * For tools that run with the rights of an assistant's owner. The tool must make sure that the value is only sent
     * to `host`.
     */
    async findForOwner(ownerId: number, name: string): Promise<{ value: string; host: string } | undefined> {
      const row = await toolSecretRepository.find(db, ownerId, name)
      return row && { value: box.open(row.sealed_value), host: row.host }
    },
  }
}

export type ToolSecretService = ReturnType<typeof createToolSecretService>

const toRecord = ({
  name,
  host,
  created_at,
  updated_at,
}: Omit<ToolSecretRow, 'sealed_value'>): ToolSecretRecord => ({ name, host, created_at, updated_at })
