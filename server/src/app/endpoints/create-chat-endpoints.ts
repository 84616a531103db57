import { createChatRoutes } from '../../doors/lamb/chats/chats.routes.ts'
import { listUsable } from '../../modules/assistants/index.ts'
import {
  createAttachmentRoutes,
  createBranchRoutes,
  createChatFolderRoutes,
  createChatFolderService,
  createChatSearchRoutes,
  createFeedbackRoutes,
  createSearchChats,
} from '../../modules/chats/index.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Services } from '../services/create-services.ts'

/** Chats of the person who is signed in. */
export const createChatEndpoints = (services: Services): Endpoint[] => [
  ...createChatRoutes({ ...services, listUsable: (caller) => listUsable(services.db, caller) }),
  ...createAttachmentRoutes(services),
  ...createBranchRoutes(services),
  ...createFeedbackRoutes(services),
  ...createChatFolderRoutes({ chatFolders: createChatFolderService(services) }),
  ...createChatSearchRoutes({ searchChats: createSearchChats({ reports: services.reports }) }),
]
