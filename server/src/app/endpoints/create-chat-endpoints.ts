import { createChatAnswerRoutes } from '../../completions/answer-in-chat.ts'
import { createLambChatRoutes } from '../../doors/lamb/chats.routes.ts'
import { createUsableRoutes, listUsable } from '../../modules/assistants/index.ts'
import {
  createAttachmentRoutes,
  createBranchRoutes,
  createChatFolderRoutes,
  createChatFolderService,
  createChatRoutes,
  createChatSearchRoutes,
  createFeedbackRoutes,
  createSearchChats,
} from '../../modules/chats/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Services } from '../services/create-services.ts'

/** Chats of the person who is signed in. */
export function createChatEndpoints(services: Services): Endpoint[] {
  const chatFolders = createChatFolderService(services)
  const deps = {
    ...services,
    chatFolders,
    listUsable: (caller: UserCaller) => listUsable(services.db, caller),
  }
  return [
    ...createUsableRoutes(deps),
    ...createChatRoutes(deps),
    ...createChatAnswerRoutes(services),
    ...createAttachmentRoutes(services),
    ...createBranchRoutes(services),
    ...createFeedbackRoutes(services),
    ...createChatFolderRoutes(deps),
    ...createChatSearchRoutes({ searchChats: createSearchChats({ reports: services.reports }) }),
    ...createLambChatRoutes(deps),
  ]
}
