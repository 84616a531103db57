import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { badRequest } from '../../../platform/errors.ts'
import { shownEmail } from '../made-up-email.ts'
import type { AdminScope, UserAdminService } from '../user-admin.service.ts'
import { type ExportDeps, exportPerson } from './export-person.ts'
import { forgetLateRecords } from './forget-person.repository.ts'

export interface PersonalDataDeps extends ExportDeps {
  userAdmin: Pick<UserAdminService, 'get' | 'removeOwn'>
  /** Writes queued records of answers, so that the export is complete. */
  flushRecords(): Promise<void>
}

/** A person's right to get and to delete what is stored about them. */
export function createPersonalData(deps: PersonalDataDeps) {
  const { db, userAdmin, flushRecords } = deps

  return {
    async exportOwn(caller: UserCaller): Promise<AsyncGenerator<Buffer>> {
      await flushRecords()
      return exportPerson(deps, caller.userId)
    },

    /** For admins who answer a person's request. */
    async exportMember(
      caller: UserCaller,
      within: AdminScope,
      userId: number,
    ): Promise<AsyncGenerator<Buffer>> {
      await userAdmin.get(caller, within, userId)
      await flushRecords()
      return exportPerson(deps, userId)
    },

    async deleteOwn(caller: UserCaller, email: string): Promise<void> {
      const expected = shownEmail(caller.email) || caller.name.toLowerCase()
      if (email.trim().toLowerCase() !== expected) throw badRequest(say('users.confirm_with_email'))
      await userAdmin.removeOwn(caller)
    },

    removeLateRecords: (signal: AbortSignal): Promise<number> =>
      inBatches((limit) => forgetLateRecords(db, limit), signal),
  }
}

export type PersonalData = ReturnType<typeof createPersonalData>
