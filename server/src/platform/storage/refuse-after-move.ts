import { say } from '@bellwether/wire'
import type { Db } from '../db/db.ts'
import { unavailable } from '../errors.ts'
import { createTogether } from '../jobs/together.ts'
import { installationRepository } from '../secrets/installation.repository.ts'
import type { Storage } from './storage.ts'

const CALLS_AT_ONCE = 1000

/**
 * Changes nothing once `npm run move-files` has switched the installation to another storage: what a server that still runs would write
 * to the old one would be lost.
 */
export function refuseAfterMove(storage: Storage, db: Db, recorded: string): Storage {
  async function checkOn(on: Db): Promise<void> {
    const installation = await installationRepository.find(on)
    if (installation?.storage !== recorded) throw unavailable(say('server.files_moved'))
  }
  const checkTogether = createTogether(async (calls: readonly undefined[]) => {
    await checkOn(db)
    return calls
  }, CALLS_AT_ONCE)
  const check = async (transaction?: Db): Promise<void> =>
    transaction ? checkOn(transaction) : checkTogether(undefined)
  return {
    ...storage,
    async stage(key, content) {
      const staged = await storage.stage(key, content)
      return {
        ...staged,
        async commit(transaction) {
          await check(transaction)
          await staged.commit(transaction)
        },
      }
    },
    async put(key, content) {
      await check()
      await storage.put(key, content)
    },
    async remove(key, transaction) {
      await check(transaction)
      await storage.remove(key, transaction)
    },
    async removePrefix(prefix) {
      await check()
      await storage.removePrefix(prefix)
    },
  }
}
