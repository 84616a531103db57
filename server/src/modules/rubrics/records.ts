import { type RubricSheet, rubricSheetSchema } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { UserCaller } from '../../platform/caller.ts'
import type { Row } from '../../platform/db/schema.ts'
import type { ObjectFacts } from '../access/index.ts'
import type { RubricWithOwner } from './rubric.repository.ts'
import { readStored } from './rubric-data.ts'

/**
 * The facts about a rubric that the access policy needs. A public rubric of the system organization is a template:
 * everyone can read and copy it as if it were shared in their own organization.
 */
export const toFacts = (row: RubricWithOwner, caller: Pick<UserCaller, 'organizationId'>): ObjectFacts => ({
  kind: 'rubric',
  organizationId: isTemplate(row) ? caller.organizationId : row.organization_id,
  ownerId: row.owner_id,
  sharedInOrganization: row.is_public === 1,
})

const isTemplate = ({ is_public, organization_is_system }: RubricWithOwner): boolean =>
  is_public === 1 && organization_is_system === 1

export const toRecord = (row: RubricWithOwner) => ({
  id: row.id,
  rubric_id: row.rubric_id,
  organization_id: row.organization_id,
  owner_email: row.owner_email,
  title: row.title,
  description: row.description,
  rubric_data: readStored(row.rubric_data),
  is_public: row.is_public,
  is_showcase: row.is_showcase,
  parent_rubric_id: row.parent_rubric_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  organization_slug: row.organization_slug,
})

export type RubricRecord = ReturnType<typeof toRecord>

/** A rubric for display: as stored, and the part of it that could be parsed. */
export interface ReadableRubric {
  rubricId: string
  title: string
  description: string
  stored: Record<string, unknown>
  sheet: RubricSheet
}

export interface StoredRubric extends ReadableRubric {
  /** To the byte. */
  json: string
}

/**
 * Cached because a rubric is read for every answer of its assistants and rarely changes. The size is in characters.
 */
const read = new LRUCache<string, StoredRubric>({ maxSize: 2_000_000 })

/** Shared by all callers; must not be modified. */
export function toReadable(row: Row<'rubrics'>): StoredRubric {
  const { rubric_id: rubricId, title, description } = row
  const cached = read.get(row.rubric_data)
  if (cached?.rubricId === rubricId && cached.title === title && cached.description === description)
    return cached
  const stored = readStored(row.rubric_data)
  const sheet = rubricSheetSchema.parse({ ...stored, title, description })
  const readable = { rubricId, title, description, json: row.rubric_data, stored, sheet }
  read.set(row.rubric_data, readable, { size: row.rubric_data.length + 1 })
  return readable
}
