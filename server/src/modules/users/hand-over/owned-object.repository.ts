import {
  OWNED_OBJECT_KINDS,
  type OwnedObject,
  type OwnedObjectKind,
  type OwnedObjects,
} from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'

/**
 * Objects of a person that others may depend on. Every column that names an account is listed either here or in
 * personal-tables.ts; hand-over.test.ts fails for a missing one.
 */
export const OWNED_TABLES: Record<
  OwnedObjectKind,
  { column: string; table: string; blocksDeletion: boolean }
> = {
  assistants: { table: 'assistants', column: 'owner_id', blocksDeletion: true },
  knowledge_bases: { table: 'knowledge_bases', column: 'owner_id', blocksDeletion: true },
  rubrics: { table: 'rubrics', column: 'owner_id', blocksDeletion: true },
  gradings: { table: 'gradings', column: 'owner_id', blocksDeletion: true },
  templates: { table: 'prompt_templates', column: 'owner_id', blocksDeletion: true },
  // Uploads only: generated images belong to a chat and are personal.
  files: { table: 'files', column: 'owner_id', blocksDeletion: true },
  workspaces: { table: 'workspaces', column: 'owner_id', blocksDeletion: true },
  tool_secrets: { table: 'tool_secrets', column: 'user_id', blocksDeletion: true },
  // These belong to the organization and stay there when the person who added them is deleted.
  tool_templates: { table: 'tool_templates', column: 'created_by', blocksDeletion: false },
  mcp_servers: { table: 'mcp_servers', column: 'created_by', blocksDeletion: false },
  lti_activities: { table: 'lti_activities', column: 'owner_id', blocksDeletion: false },
}

export type OwnedAssistant = Pick<
  Row<'assistants'>,
  'id' | 'name' | 'organization_id' | 'owner_id' | 'metadata' | 'rag_collections' | 'rag_top_k'
>

const listers: Record<OwnedObjectKind, (db: Db, userId: number) => Promise<OwnedObject[]>> = {
  assistants: (db, userId) =>
    db
      .selectFrom('assistants')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select(['assistants.id', 'assistants.name', 'assistant_publications.oauth_consumer_name'])
      .where('assistants.owner_id', '=', userId)
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.id')
      .execute()
      .then((rows) =>
        rows.map(({ id, name, oauth_consumer_name }) => ({
          id,
          name,
          published: oauth_consumer_name !== null,
        })),
      ),
  knowledge_bases: (db, userId) =>
    db
      .selectFrom('knowledge_bases')
      .select(['id', 'name'])
      .where('owner_id', '=', userId)
      .orderBy('id')
      .execute(),
  rubrics: (db, userId) =>
    db
      .selectFrom('rubrics')
      .select(['rubric_id as id', 'title as name'])
      .where('owner_id', '=', userId)
      .orderBy('rubrics.id')
      .execute(),
  gradings: (db, userId) =>
    db
      .selectFrom('gradings')
      .innerJoin('rubrics', 'rubrics.id', 'gradings.rubric_id')
      .select(['gradings.id', 'gradings.name', 'rubrics.title'])
      .where('gradings.owner_id', '=', userId)
      .orderBy('gradings.id')
      .execute()
      .then((rows) => rows.map(({ id, name, title }) => ({ id, name: name || title }))),
  templates: (db, userId) =>
    db
      .selectFrom('prompt_templates')
      .select(['id', 'name'])
      .where('owner_id', '=', userId)
      .orderBy('id')
      .execute(),
  files: (db, userId) =>
    db
      .selectFrom('files')
      .select(['path as id', 'name'])
      .where('owner_id', '=', userId)
      .where('kind', '=', 'upload')
      .orderBy('files.id')
      .execute(),
  workspaces: (db, userId) =>
    db
      .selectFrom('workspaces')
      .select(['id', 'name'])
      .where('owner_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  tool_secrets: (db, userId) =>
    db
      .selectFrom('tool_secrets')
      .select(['name as id', 'name'])
      .where('user_id', '=', userId)
      .orderBy('name')
      .execute(),
  tool_templates: (db, userId) =>
    db
      .selectFrom('tool_templates')
      .select(['id', 'name'])
      .where('created_by', '=', userId)
      .orderBy('id')
      .execute(),
  mcp_servers: (db, userId) =>
    db
      .selectFrom('mcp_servers')
      .select(['id', 'name'])
      .where('created_by', '=', userId)
      .orderBy('id')
      .execute(),
  lti_activities: (db, userId) =>
    db
      .selectFrom('lti_activities')
      .select(['id', 'name'])
      .where('owner_id', '=', userId)
      .orderBy('id')
      .execute(),
}

export interface Transfer {
  id: OwnedObject['id']
  to: number
  /** The name under the new owner. */
  name: string
  /** LAMB's form of the name. Only for assistants. */
  lambName?: string | undefined
  now: number
}

type Give = (tx: Db, giving: Transfer) => Promise<unknown>

/** Changes one row each. The caller has locked both people and checked that the old owner has the object. */
const givers: Record<OwnedObjectKind, (from: number) => Give> = {
  assistants:
    (from) =>
    async (tx, { id, to, name, lambName, now }) => {
      await tx
        .updateTable('assistants')
        .set({
          owner_id: to,
          name,
          ...(lambName === undefined ? {} : { lamb_name: lambName }),
          updated_at: now,
        })
        .where('id', '=', Number(id))
        .execute()
      // The new owner no longer needs a share.
      await tx
        .deleteFrom('assistant_shares')
        .where('assistant_id', '=', Number(id))
        .where('user_id', '=', to)
        .execute()
      await tx
        .updateTable('test_schedules')
        .set({ user_id: to, notice: null })
        .where('assistant_id', '=', Number(id))
        .where('user_id', '=', from)
        .execute()
    },
  knowledge_bases:
    (from) =>
    async (tx, { id, to, name, now }) => {
      await tx
        .updateTable('knowledge_bases')
        .set({ owner_id: to, name, updated_at: now })
        .where('id', '=', Number(id))
        .execute()
      await tx
        .updateTable('knowledge_files')
        .set({ owner_id: to })
        .where('knowledge_base_id', '=', Number(id))
        .where('owner_id', '=', from)
        .execute()
    },
  rubrics:
    (from) =>
    async (tx, { id, to, now }) => {
      await tx
        .updateTable('rubrics')
        .set({ owner_id: to, updated_at: now })
        .where('rubric_id', '=', String(id))
        .execute()
      // Otherwise the old owner could no longer open them.
      await tx
        .updateTable('gradings')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .where('rubric_id', 'in', (of) =>
          of.selectFrom('rubrics').select('rubrics.id').where('rubric_id', '=', String(id)),
        )
        .execute()
    },
  gradings:
    () =>
    (tx, { id, to }) =>
      tx.updateTable('gradings').set({ owner_id: to }).where('id', '=', Number(id)).execute(),
  templates:
    () =>
    (tx, { id, to, name, now }) =>
      tx
        .updateTable('prompt_templates')
        .set({ owner_id: to, name, updated_at: now })
        .where('id', '=', Number(id))
        .execute(),
  files:
    () =>
    (tx, { id, to }) =>
      tx.updateTable('files').set({ owner_id: to }).where('path', '=', String(id)).execute(),
  workspaces:
    () =>
    async (tx, { id, to, now }) => {
      await tx
        .updateTable('workspaces')
        .set({ owner_id: to, updated_at: now })
        .where('id', '=', String(id))
        .execute()
      await tx
        .deleteFrom('workspace_shares')
        .where('workspace_id', '=', String(id))
        .where('user_id', '=', to)
        .execute()
    },
  tool_secrets:
    (from) =>
    (tx, { id, to, name, now }) =>
      tx
        .updateTable('tool_secrets')
        .set({ user_id: to, name, updated_at: now })
        .where('user_id', '=', from)
        .where('name', '=', String(id))
        .execute(),
  tool_templates:
    () =>
    (tx, { id, to }) =>
      tx.updateTable('tool_templates').set({ created_by: to }).where('id', '=', Number(id)).execute(),
  mcp_servers:
    () =>
    (tx, { id, to }) =>
      tx.updateTable('mcp_servers').set({ created_by: to }).where('id', '=', Number(id)).execute(),
  lti_activities:
    () =>
    (tx, { id, to }) =>
      tx.updateTable('lti_activities').set({ owner_id: to }).where('id', '=', Number(id)).execute(),
}

export const ownedObjectRepository = {
  list: (db: Db, kind: OwnedObjectKind, userId: number): Promise<OwnedObject[]> => listers[kind](db, userId),

  async listAll(db: Db, userId: number): Promise<OwnedObjects> {
    const lists: [OwnedObjectKind, OwnedObject[]][] = []
    for (const kind of OWNED_OBJECT_KINDS) lists.push([kind, await listers[kind](db, userId)])
    return Object.fromEntries(lists) as OwnedObjects
  },

  give: (tx: Db, kind: OwnedObjectKind, from: number, giving: Transfer): Promise<unknown> =>
    givers[kind](from)(tx, giving),

  /** The settings of a person's assistants, to find the objects they use. */
  assistantsOf: (db: Db, userId: number): Promise<OwnedAssistant[]> =>
    db
      .selectFrom('assistants')
      .select(['id', 'name', 'organization_id', 'owner_id', 'metadata', 'rag_collections', 'rag_top_k'])
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),

  async lambNamesOf(tx: Db, userId: number): Promise<Map<number, string>> {
    const rows = await tx
      .selectFrom('assistants')
      .select(['id', 'lamb_name'])
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is', null)
      .execute()
    return new Map(rows.flatMap(({ id, lamb_name }) => (lamb_name === null ? [] : [[id, lamb_name]])))
  },

  async setMetadata(tx: Db, assistantId: number, metadata: string): Promise<void> {
    await tx
      .updateTable('assistants')
      .set((set) => ({ metadata, version: set('version', '+', 1) }))
      .where('id', '=', assistantId)
      .execute()
  },
}
