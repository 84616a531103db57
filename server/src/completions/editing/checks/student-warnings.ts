import {
  type AssistantMetadata,
  type Message,
  type SettingsWarning,
  say,
  type ToolEntry,
} from '@bellwether/wire'
import type { ToolRegistry } from '../../../tools/registry.ts'
import {
  hasSideEffects,
  opensChangesToAll,
  readSettings,
  safeTargets,
} from '../../../tools/safe-tool-queries.ts'
import type { Tool } from '../../../tools/tool.ts'
import { waitsFor } from '../../context/entry-tools.ts'
import { ownerRights } from '../../tools/access/owner-rights.ts'
import { type FindTarget, validateToolAccess } from '../../tools/access/tool-access.ts'
import { toWarning } from './entry-warnings.ts'
import { MAX_LOOKUPS, type Owner } from './missing-objects.ts'

export interface StudentWarningDeps {
  tools: ToolRegistry
  findTarget: FindTarget
}

/**
 * Warns about tools that run for the owner, but for no student: the owner's own tests would not show it. What the
 * owner can't use either is reported as missing.
 */
export const createStudentWarnings =
  ({ tools, findTarget }: StudentWarningDeps) =>
  async (
    settings: AssistantMetadata,
    entries: readonly ToolEntry[],
    owner: Owner,
  ): Promise<SettingsWarning[]> => {
    const { allow_side_effects: allowsChanges } = settings
    const warnings: SettingsWarning[] = []
    for (const [index, entry] of entries.slice(0, MAX_LOOKUPS).entries()) {
      const tool = tools.find(entry.type)
      const config = tool && readSettings(tool, entry.config)
      if (!config || !entry.enabled || waitsFor(entry, entries, tools).length > 0) continue
      const message = await refusalFor(findTarget, tool, config.data, owner, allowsChanges)
      if (message) warnings.push(toWarning('not_for_students', message, `/metadata/tools/${index}`))
    }
    return warnings
  }

async function refusalFor(
  findTarget: FindTarget,
  tool: Tool,
  config: unknown,
  owner: Owner,
  allowsChanges: boolean,
): Promise<Message | undefined> {
  const changes = hasSideEffects(tool, config)
  if (changes && !allowsChanges && !opensChangesToAll(tool, config))
    return say('settings.students_no_changes', { tool: tool.title })
  if (!safeTargets(tool, config)?.some(({ kind }) => kind === 'workspace')) return undefined
  const isAllowed = async (asStudent: boolean) => {
    const assistant = { id: 0, ownerId: owner.userId, organizationId: owner.organizationId, asStudent }
    const delegation = { caller: ownerRights(owner), assistant, allowsChanges: true }
    return (await validateToolAccess(findTarget, tool, config, delegation)).allowed
  }
  if ((await isAllowed(true)) || !(await isAllowed(false))) return undefined
  return changes
    ? say('settings.students_no_writing', { tool: tool.title })
    : say('settings.students_no_workspace')
}
