import { parseMetadata } from '@bellwether/wire'
import { requireGoodEntries } from '../completions/check-entries.ts'
import type { SettingsToCheck } from '../modules/assistants/index.ts'
import type { FileService } from '../modules/files/index.ts'
import type { UserCaller } from '../platform/caller.ts'
import { badRequest } from '../platform/errors.ts'
import type { ToolRegistry } from '../tools/registry.ts'

export interface CheckSettingsDeps {
  tools: ToolRegistry
  files: Pick<FileService, 'readOwnText'>
}

/**
 * What an assistant names must exist for its owner, at the time it is saved. The same is checked again whenever it runs:
 * what was right on saving may have been taken away since.
 */
export const createCheckSettings =
  ({ tools, files }: CheckSettingsDeps) =>
  async (_caller: UserCaller, { ownerId, organizationId, form }: SettingsToCheck): Promise<void> => {
    const settings = parseMetadata(form.metadata)
    if (settings) requireGoodEntries(settings.tools, tools)
    if (tools.find(settings?.rag_processor ?? '')?.name !== 'single_file_rag' || !settings?.file_path) return
    const file = await files.readOwnText({ userId: ownerId, organizationId }, settings.file_path)
    if (!file.ok)
      throw badRequest(`The file ${settings.file_path} is not among the owner’s files; upload it first`)
  }
