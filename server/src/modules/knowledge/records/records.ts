import { type KnowledgeSettings, knowledgeSettingsSchema, type Message, readMessage } from '@bellwether/wire'
import type { Row } from '../../../platform/db/schema.ts'
import type { ObjectFacts } from '../../access/index.ts'

export const toFacts = (
  base: Pick<Row<'knowledge_bases'>, 'organization_id' | 'owner_id' | 'is_shared'>,
): ObjectFacts => ({
  kind: 'knowledge_base',
  organizationId: base.organization_id,
  ownerId: base.owner_id,
  sharedInOrganization: base.is_shared === 1,
})

/** Values from another version, or edited by hand, are read as far as possible. */
export function readSettings(stored: string): KnowledgeSettings {
  const parsed = knowledgeSettingsSchema.safeParse(parseOrEmpty(stored))
  return parsed.success ? parsed.data : knowledgeSettingsSchema.parse({})
}

export function parseOrEmpty(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** What was left out of a file, for the person who added it. */
export function readWarnings(stored: string): (string | Message)[] {
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) ? toWarnings(value) : []
  } catch {
    return []
  }
}

/** Warnings of older versions are only texts. */
export const toWarnings = (stored: readonly unknown[]): (string | Message)[] =>
  stored.flatMap((warning) => readMessage(warning) ?? [])

/** Settings of a file that is shown with a title of its own, which it keeps when it is read again. */
export const withTitle = (params: Readonly<Record<string, unknown>>, title: string | undefined) =>
  title === undefined || title.trim() === '' ? params : { ...params, title: title.trim() }

/** The title that the file was given when it was added. */
export function givenTitle(pluginParams: string): string | undefined {
  const { title } = parseOrEmpty(pluginParams)
  return typeof title === 'string' && title !== '' ? title : undefined
}
