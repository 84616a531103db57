import type { Presence, PresentPeople } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AssistantService } from '../assistant.service.ts'
import type { OpenWindows } from './open-windows.ts'
import { presenceRepository } from './presence.repository.ts'

export interface PresenceDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
  openWindows: OpenWindows
}

/** Who has an assistant open in the builder. Only for people who can see its settings. */
export function createPresenceService({ db, assistants, openWindows }: PresenceDeps) {
  return {
    async note(caller: UserCaller, id: number, { window, editing }: Presence): Promise<PresentPeople> {
      const { version } = await assistants.getRow(caller, 'see', id)
      const { userId } = caller
      openWindows.note({ assistantId: id, userId, window, editing })
      const others = openWindows
        .list(id)
        .filter((entry) => entry.userId !== userId || entry.window !== window)
      const savedBy = version > 1 ? await presenceRepository.replacedBy(db, id, version - 1) : null
      const people = [...new Set(others.map((entry) => entry.userId))]
      const names = await presenceRepository.namesOf(db, [...people, ...(savedBy === null ? [] : [savedBy])])
      const toPerson = (person: number) => {
        const name = names.get(person)
        return name === undefined ? [] : [{ name, you: person === userId }]
      }
      return {
        people: people.flatMap((person) =>
          toPerson(person).map((details) => ({
            ...details,
            editing: others.some((other) => other.userId === person && other.editing),
          })),
        ),
        version,
        saved_by: savedBy === null ? null : (toPerson(savedBy)[0] ?? null),
      }
    },

    async leave(caller: UserCaller, id: number, window: string): Promise<void> {
      await assistants.getRow(caller, 'see', id)
      openWindows.leave({ assistantId: id, userId: caller.userId, window })
    },
  }
}

export type PresenceService = ReturnType<typeof createPresenceService>
