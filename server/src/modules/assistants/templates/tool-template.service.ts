import {
  type SavedToolTemplate,
  say,
  type ToolEntry,
  type ToolTemplate,
  type ToolTemplateDraft,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { lockOrganization } from '../../../platform/db/with-lock.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { requireMay, type Verb } from '../../access/index.ts'
import { BUILT_IN_TEMPLATES, type TemplateContents } from './built-in-templates.ts'
import { type ToolTemplateRow, toolTemplateRepository } from './tool-template.repository.ts'

export interface ToolTemplateDeps {
  db: Db
  /**
   * Converts every notation of tool entries to the current one. Injected, because the tools module depends on this
   * one.
   */
  normalize(tools: readonly unknown[]): { entries: ToolEntry[]; unreadable: number[] }
  isInstalled(toolType: string): boolean
}

const THING = 'Tool template'
const MAX_PER_ORGANIZATION = 200

/** Tool combinations to start an assistant from: built-in ones and those of an organization. */
export function createToolTemplateService({ db, normalize, isInstalled }: ToolTemplateDeps) {
  const withAvailability = (tools: readonly ToolEntry[]): ToolTemplate['tools'] =>
    tools.map((entry) => ({ ...entry, available: isInstalled(entry.type) }))

  const fromCode = (template: TemplateContents): ToolTemplate => ({
    ...template,
    built_in: true,
    tools: withAvailability(template.tools),
  })

  const fromRow = (row: ToolTemplateRow): ToolTemplate => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    icon: row.icon,
    built_in: false,
    // Normalized again, because a tool may have been installed or renamed since.
    tools: withAvailability(normalize(JSON.parse(row.tools) as unknown[]).entries),
    prompt_template: row.prompt_template,
    system_prompt: row.system_prompt,
    suggested_questions: JSON.parse(row.suggested_questions) as string[],
  })

  async function getRow(caller: UserCaller, verb: Verb, id: string): Promise<ToolTemplateRow> {
    // An unknown `builtin:` name.
    const row = /^\d+$/.test(id) ? await toolTemplateRepository.find(db, Number(id)) : undefined
    if (!row) throw notFound(THING)
    requireMay(caller, verb, toFacts(row.organization_id), THING)
    return row
  }

  async function save(
    draft: ToolTemplateDraft,
    write: (columns: ReturnType<typeof toColumns>) => Promise<ToolTemplateRow | undefined>,
  ): Promise<SavedToolTemplate> {
    const { entries, unreadable } = normalize(draft.tools)
    if (unreadable.length > 0)
      throw badRequest(
        say('templates.tool_invalid', {
          number: (unreadable[0] ?? 0) + 1,
          example: '{"type": "rubric_rag", "config": {}}',
        }),
      )
    const { entries: tools, cleared } = stripIds(entries)
    try {
      const row = await write(toColumns(draft, tools))
      if (!row) throw notFound(THING)
      return { ...fromRow(row), cleared }
    } catch (error) {
      if (isUniqueViolation(error))
        throw conflict(say('templates.name_taken_in_organization', { name: draft.name }))
      throw error
    }
  }

  return {
    async list(caller: UserCaller): Promise<ToolTemplate[]> {
      const rows = await toolTemplateRepository.listOf(db, caller.organizationId)
      return [...BUILT_IN_TEMPLATES.map(fromCode), ...rows.map(fromRow)]
    },

    async get(caller: UserCaller, id: string): Promise<ToolTemplate> {
      const builtIn = findBuiltIn(id)
      return builtIn ? fromCode(builtIn) : fromRow(await getRow(caller, 'see', id))
    },

    async create(caller: UserCaller, draft: ToolTemplateDraft): Promise<SavedToolTemplate> {
      requireMay(caller, 'edit', toFacts(caller.organizationId), THING)
      return save(draft, (columns) =>
        db.transaction().execute(async (tx) => {
          await lockOrganization(tx, caller.organizationId)
          const present = await toolTemplateRepository.listOf(tx, caller.organizationId)
          if (present.length >= MAX_PER_ORGANIZATION)
            throw badRequest(say('templates.too_many', { limit: MAX_PER_ORGANIZATION }))
          return toolTemplateRepository.insert(tx, {
            ...columns,
            organization_id: caller.organizationId,
            created_by: caller.userId,
            created_at: columns.updated_at,
          })
        }),
      )
    },

    async replace(caller: UserCaller, id: string, draft: ToolTemplateDraft): Promise<SavedToolTemplate> {
      requireNotBuiltIn(id)
      const row = await getRow(caller, 'edit', id)
      return save(draft, (columns) => toolTemplateRepository.update(db, row.id, columns))
    },

    async delete(caller: UserCaller, id: string): Promise<void> {
      requireNotBuiltIn(id)
      const row = await getRow(caller, 'manage', id)
      await toolTemplateRepository.delete(db, row.id)
    },
  }
}

export type ToolTemplateService = ReturnType<typeof createToolTemplateService>

/** A template is part of its organization: members see it, organization admins change it. */
const toFacts = (organizationId: number) => ({ kind: 'organization' as const, organizationId })

const findBuiltIn = (id: string) => BUILT_IN_TEMPLATES.find((template) => template.id === id)

function requireNotBuiltIn(id: string): void {
  if (findBuiltIn(id)) throw forbidden(say('templates.builtin_read_only'))
}

const toColumns = (draft: ToolTemplateDraft, tools: readonly ToolEntry[]) => ({
  name: draft.name,
  description: draft.description,
  icon: draft.icon,
  tools: JSON.stringify(tools),
  prompt_template: draft.prompt_template,
  system_prompt: draft.system_prompt,
  suggested_questions: JSON.stringify(draft.suggested_questions),
  updated_at: nowSeconds(),
})

/**
 * Settings that refer to one person's files, rubrics, knowledge bases or assistants. People who use a template choose
 * their own, and must not learn that the original objects exist.
 */
const OBJECT_SETTINGS = new Set([
  'assistant_id',
  'assistant_ids',
  'collection',
  'collection_id',
  'collection_ids',
  'collections',
  'file',
  'file_id',
  'file_ids',
  'file_path',
  'file_paths',
  'files',
  'kb_id',
  'kb_ids',
  'knowledge_base',
  'knowledge_base_id',
  'knowledge_base_ids',
  'knowledge_bases',
  'rag_collections',
  'rubric',
  'rubric_id',
  'rubric_ids',
])

/** The entries without such settings, and the paths that were removed. Pure. */
export function stripIds(entries: readonly ToolEntry[]): { entries: ToolEntry[]; cleared: string[] } {
  const cleared: string[] = []
  const stripped = entries.map((entry, index) => {
    const remaining = Object.entries(entry.config).filter(([name, value]) => {
      if (!OBJECT_SETTINGS.has(name)) return true
      if (!isEmpty(value)) cleared.push(`/tools/${index}/config/${name}`)
      return false
    })
    return { ...entry, config: Object.fromEntries(remaining) }
  })
  return { entries: stripped, cleared }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
