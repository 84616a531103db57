import type { AskFastModel } from '../completions/ask-fast-model.ts'
import type { FileService } from '../modules/files/index.ts'
import { findMoodle, type OrganizationSettings } from '../modules/organizations/index.ts'
import type { RubricService } from '../modules/rubrics/index.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { moodleTool } from '../tools/moodle/moodle.tool.ts'
import { noRagTool } from '../tools/no-rag/no-rag.tool.ts'
import { queryRewriteTool } from '../tools/query-rewrite/query-rewrite.tool.ts'
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts'
import { rubricRagTool } from '../tools/rubric-rag/rubric-rag.tool.ts'
import { singleFileRagTool } from '../tools/single-file-rag/single-file-rag.tool.ts'
import type { Tool } from '../tools/tool.ts'
import { weatherTool } from '../tools/weather/weather.tool.ts'

export interface ToolParts {
  config: Config
  outbound: Outbound
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  askFastModel: AskFastModel
  /** The operator's own. */
  plugins: readonly Tool[]
}

/** Every tool there is. Adding one: a folder in tools/, and a line here. */
export const createTools = ({
  config,
  outbound,
  files,
  rubrics,
  settingsOf,
  askFastModel,
  plugins,
}: ToolParts): ToolRegistry =>
  createToolRegistry([
    noRagTool(),
    singleFileRagTool(files.readOwnText),
    rubricRagTool(rubrics.findForOwner),
    queryRewriteTool({ askFastModel }),
    weatherTool({
      outbound,
      forecastUrl: config.OPEN_METEO_URL,
      geocodingUrl: config.OPEN_METEO_GEOCODING_URL,
    }),
    moodleTool({ outbound, moodleOf: async (id) => findMoodle(await settingsOf(id), config), identityOf }),
    ...plugins,
  ])

/** Behind a caller that forwards others, only the person it named: never the owner of the key. */
const identityOf = ({
  caller,
  endUser,
}: {
  caller: Caller
  endUser?: string | undefined
}): string | undefined => (caller.trustedForwarder ? endUser : caller.email)
