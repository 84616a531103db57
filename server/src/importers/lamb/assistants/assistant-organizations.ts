import type { ImportRun } from '../import-run.ts'
import { targetRepository } from '../target.repository.ts'

/** The organization of an assistant here, remembered for the length of one step. */
export function assistantOrganizations(run: ImportRun): (id: number) => Promise<number | undefined> {
  const known = new Map<number, number | undefined>()
  return async (id) => {
    if (!known.has(id))
      known.set(
        id,
        run.planned.assistants.get(id) ?? (await targetRepository.organizationOfAssistant(run.db, id)),
      )
    return known.get(id)
  }
}
