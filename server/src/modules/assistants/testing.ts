import type { AssistantFields } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { organizationRepository } from '../organizations/index.ts'
import { userRepository } from '../users/index.ts'
import { type AssistantService, createAssistantService } from './assistant.service.ts'
import type { AssistantDeps } from './assistant-deps.ts'

/** Two organizations that must not see each other, with the people that tests need. */
export async function createWorld(db: Db) {
  const [north, south] = [await addOrganization(db, 'north'), await addOrganization(db, 'south')]
  return {
    north,
    south,
    /** Owns the assistants of most tests. */
    ana: await addUser(db, north, 'ana'),
    ben: await addUser(db, north, 'ben'),
    nora: await addUser(db, north, 'nora', { organizationRole: 'admin' }),
    root: await addUser(db, north, 'root', { systemAdmin: true }),
    eve: await addUser(db, south, 'eve'),
    sven: await addUser(db, south, 'sven', { organizationRole: 'admin' }),
  }
}

/** The service without tools: settings are stored as they are. */
export const createPlainAssistants = (db: Db, more: Partial<AssistantDeps> = {}): AssistantService =>
  createAssistantService({
    db,
    checkSettings: async (_caller, { form }) => ({ metadata: form.metadata, warnings: [] }),
    findUnavailable: () => [],
    importedObjects: {
      installation: 'here',
      listIn: () => [],
      replaceIn: (form) => form,
      nameFor: async () => undefined,
    },
    firstModel: async () => ({ connector: 'openai', llm: '' }),
    requireTests: async () => undefined,
    countFailingTests: async () => new Map(),
    budgetUsedUpUntil: async () => new Map(),
    migrate: async () => false,
    ...more,
  })

export const systemCaller = { kind: 'system', trustedForwarder: true } as const

export async function addOrganization(db: Db, slug: string, config: object = {}): Promise<number> {
  const times = { created_at: 1, updated_at: 1 }
  const row = { slug, name: `University ${slug}`, config: JSON.stringify(config), ...times }
  return (await organizationRepository.insert(db, row)).id
}

export async function addUser(
  db: Db,
  organizationId: number,
  name: string,
  rights: Partial<Pick<UserCaller, 'organizationRole' | 'systemAdmin'>> = {},
): Promise<UserCaller> {
  const email = `${name}@example.edu`
  const userId = await userRepository.insert(db, {
    organization_id: organizationId,
    email,
    name,
    lti_user_id: null,
    password_hash: null,
    created_at: 1,
    updated_at: 1,
  })
  return {
    kind: 'user',
    userId,
    email,
    name,
    userType: 'creator',
    systemAdmin: false,
    organizationId,
    organizationRole: 'member',
    credential: 'session',
    onlyAssistants: null,
    trustedForwarder: false,
    ...rights,
  }
}

/** Bypasses the sharing module, which depends on this one. */
export async function shareWith(db: Db, assistantId: number, user: UserCaller): Promise<void> {
  const share = { assistant_id: assistantId, user_id: user.userId, shared_by: null, shared_at: 5 }
  await db.insertInto('assistant_shares').values(share).execute()
}

export const CLASSIC_SETTINGS = JSON.stringify({
  prompt_processor: 'simple_augment',
  connector: 'openai',
  llm: 'gpt-4o-mini',
  rag_processor: 'no_rag',
})

export const draft = (fields: Partial<AssistantFields> = {}): AssistantFields => ({
  name: 'History Tutor',
  description: 'Knows the past',
  system_prompt: 'Be kind.',
  prompt_template: '{user_input}',
  metadata: CLASSIC_SETTINGS,
  rag_collections: undefined,
  rag_top_k: undefined,
  ...fields,
})

export const noChange: AssistantFields = {
  name: undefined,
  description: undefined,
  system_prompt: undefined,
  prompt_template: undefined,
  metadata: undefined,
  rag_collections: undefined,
  rag_top_k: undefined,
}
