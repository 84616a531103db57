import type { UserCaller } from '../../../platform/caller.ts'
import type { Verb } from '../../access/index.ts'
import type { AssistantInContext } from '../assistant.repository.ts'
import type { AssistantDeps } from '../assistant-deps.ts'
import { lambNameOf, toFileName } from '../names/names.ts'
import { pictureRepository } from '../pictures/picture.repository.ts'
import { toDataUrl } from '../pictures/picture-file.ts'
import { toListedRecord } from '../records.ts'
import { toExport } from './export-file.ts'
import { toOrigin } from './imported-objects.ts'

interface Reading {
  getRow(caller: UserCaller, verb: Verb, id: number): Promise<AssistantInContext>
}

export const createExports = (
  { db, importedObjects }: Pick<AssistantDeps, 'db' | 'importedObjects'>,
  { getRow }: Reading,
) => ({
  async exportFile(caller: UserCaller, id: number) {
    const row = await getRow(caller, 'retire', id)
    const picture = await pictureRepository.find(db, id)
    const content = {
      ...toExport(toListedRecord(row)),
      ...(await toOrigin(importedObjects, row)),
      ...(picture ? { picture: toDataUrl(picture) } : {}),
    }
    return { fileName: toFileName(row.name), content }
  },
  /** Uses LAMB's form as `name`, which LAMB's page imports. */
  async exportLambFile(caller: UserCaller, id: number) {
    const row = await getRow(caller, 'retire', id)
    const name = lambNameOf(row)
    const content = { ...toExport(toListedRecord(row)), name, display_name: row.name }
    return { fileName: toFileName(name), content }
  },
})
