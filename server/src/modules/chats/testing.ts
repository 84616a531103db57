import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { createTestOutbox } from '../../platform/db/testing.ts'
import { createAlone } from '../../platform/instances/alone.testing.ts'
import { createWorld } from '../assistants/testing.ts'
import { type ChatService, createChatService } from './chat.service.ts'

export interface ChatWorld {
  ana: UserCaller
  ben: UserCaller
  chats: ChatService
  /** One of Ana's assistants. */
  tutor: number
}

/** Two people, an assistant, and the service of chats. */
export async function createChatWorld(db: Db): Promise<ChatWorld> {
  const { ana, ben } = await createWorld(db)
  const chats = createChatService({
    isReadByEducators: async () => true,
    ...createAlone(),
    db,
    outbox: createTestOutbox(db),
    mayUseAssistant: async () => true,
  })
  const times = { created_at: 1, updated_at: 1, deleted_at: null }
  const row = { organization_id: ana.organizationId, owner_id: ana.userId, name: 'tutor', ...times }
  const { id: tutor } = await db
    .insertInto('assistants')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ana, ben, chats, tutor }
}
