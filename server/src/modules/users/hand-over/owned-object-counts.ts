import {
  joinMessages,
  type Message,
  type MessageCode,
  OWNED_OBJECT_KINDS,
  type OwnedObjectKind,
  type OwnedObjects,
  say,
} from '@bellwether/wire'
import { OWNED_TABLES } from './owned-object.repository.ts'

/** What one object of a kind is called. */
export const kindMessage = (kind: OwnedObjectKind): Message => say(KINDS[kind])

const KINDS = {
  assistants: 'parts.kind_assistant',
  knowledge_bases: 'parts.kind_knowledge_base',
  rubrics: 'parts.kind_rubric',
  gradings: 'parts.kind_grading',
  templates: 'parts.kind_prompt_template',
  files: 'parts.kind_file',
  workspaces: 'parts.kind_workspace',
  tool_secrets: 'parts.kind_tool_secret',
  tool_templates: 'parts.kind_tool_template',
  mcp_servers: 'parts.kind_mcp_server',
  lti_activities: 'parts.kind_lti_activity',
} as const satisfies Record<OwnedObjectKind, MessageCode>

/** “2 assistants, 1 rubric and 3 files”. */
export function describeCounts(counts: Partial<Record<OwnedObjectKind | 'users', number>>): string | Message {
  const parts = (['users', ...OWNED_OBJECT_KINDS] as const).flatMap((kind) => {
    const count = counts[kind] ?? 0
    if (count === 0) return []
    return [say(`parts.${kind}`, { count })]
  })
  if (parts.length === 0) return say('parts.nothing')
  const [last, beforeLast] = [joinMessages('parts.and', parts.slice(-2)), parts.slice(0, -2)]
  return beforeLast.reduceRight<string | Message>((rest, first) => say('parts.list', { first, rest }), last)
}

export const blockingCounts = (objects: OwnedObjects): Partial<Record<OwnedObjectKind, number>> =>
  Object.fromEntries(
    OWNED_OBJECT_KINDS.filter((kind) => OWNED_TABLES[kind].blocksDeletion).map((kind) => [
      kind,
      objects[kind].length,
    ]),
  )

export const sumCounts = (counts: Partial<Record<OwnedObjectKind, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)
