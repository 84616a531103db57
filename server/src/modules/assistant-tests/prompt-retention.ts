import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { organizationRepository, parseConfig } from '../organizations/index.ts'
import { resultRepository } from './result.repository.ts'

const DAY_SECONDS = 86_400

/** Deletes prompts of results when the traces of that time are deleted. */
export const createRemoveOldPrompts =
  ({ db, defaultDays }: { db: Db; defaultDays: number }) =>
  async (signal: AbortSignal): Promise<void> => {
    for (const { id, config } of await organizationRepository.list(db)) {
      const days = parseConfig(config).trace_days ?? defaultDays
      const before = days === 0 ? nowSeconds() + 1 : nowSeconds() - days * DAY_SECONDS
      await inBatches((limit) => resultRepository.removePrompts(db, id, before, limit), signal)
    }
  }
