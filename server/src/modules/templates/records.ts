import type { TemplateExport, TemplateRecord } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { ObjectFacts } from '../access/index.ts'
import type { TemplateWithOwner } from './template.repository.ts'

/** The facts about a template that the access policy needs. */
export const toFacts = (row: {
  organization_id: number
  owner_id: number
  is_shared: 0 | 1
}): ObjectFacts => ({
  kind: 'prompt_template',
  organizationId: row.organization_id,
  ownerId: row.owner_id,
  sharedInOrganization: row.is_shared === 1,
})

export const toRecord = (row: TemplateWithOwner, caller: UserCaller): TemplateRecord => ({
  id: row.id,
  organization_id: row.organization_id,
  owner_email: row.owner_email,
  ...toContents(row),
  is_shared: row.is_shared === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
  owner_name: row.owner_name,
  is_owner: row.owner_id === caller.userId,
})

/** The content of an export: no ids, no people. */
export const toContents = (row: TemplateWithOwner): TemplateExport['templates'][number] => ({
  name: row.name,
  description: row.description,
  system_prompt: row.system_prompt,
  prompt_template: row.prompt_template,
  metadata: parseExtra(row.metadata),
})

/** Imported rows may contain anything; values that are not objects count as empty. */
function parseExtra(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
