import type { ImportRun } from '../import-run.ts'
import { targetRepository } from '../target.repository.ts'

export type AssistantOwners = (
  assistantId: number,
) => Promise<{ ownerId: number; organizationId: number } | undefined>

/** The owner of an assistant here, remembered for the length of one step. */
export function assistantOwners(run: ImportRun): AssistantOwners {
  const cache = new Map<number, { ownerId: number; organizationId: number } | undefined>()
  return async (id) => {
    if (!cache.has(id)) {
      const planned = run.planned.assistants.get(id)
      cache.set(
        id,
        planned === undefined
          ? await targetRepository.ownerOfAssistant(run.db, id)
          : { ownerId: 0, organizationId: planned },
      )
    }
    return cache.get(id)
  }
}
