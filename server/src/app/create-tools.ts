import type { AskFastModel } from '../completions/ask-fast-model.ts'
import { identityOf } from '../completions/asking-person.ts'
import type { FileService } from '../modules/files/index.ts'
import { findMoodle, type OrganizationSettings } from '../modules/organizations/index.ts'
import type { EvaluateWork, RubricService } from '../modules/rubrics/index.ts'
import type { ToolSecretService } from '../modules/tool-secrets/index.ts'
import type { Config } from '../platform/config.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { httpRequestTool } from '../tools/http-request/http-request.tool.ts'
import { moodleTool } from '../tools/moodle/moodle.tool.ts'
import { noRagTool } from '../tools/no-rag/no-rag.tool.ts'
import { queryRewriteTool } from '../tools/query-rewrite/query-rewrite.tool.ts'
import { createRewriteQuery } from '../tools/query-rewrite/rewrite-query.ts'
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts'
import { rubricEvalTool } from '../tools/rubric-eval/rubric-eval.tool.ts'
import { rubricRagTool } from '../tools/rubric-rag/rubric-rag.tool.ts'
import { knowledgeTools, type SearchKnowledge } from '../tools/simple-rag/simple-rag.tool.ts'
import { singleFileRagTool } from '../tools/single-file-rag/single-file-rag.tool.ts'
import type { Tool } from '../tools/tool.ts'
import { weatherTool } from '../tools/weather/weather.tool.ts'

export interface ToolParts {
  config: Config
  outbound: Outbound
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  toolSecrets: Pick<ToolSecretService, 'findForOwner'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  askFastModel: AskFastModel
  evaluateWork: EvaluateWork
  searchKnowledge: SearchKnowledge
  /** The operator's own. */
  plugins: readonly Tool[]
}

/** Every tool there is. Adding one: a folder in tools/, and a line here. */
export const createTools = ({
  config,
  outbound,
  files,
  rubrics,
  toolSecrets,
  settingsOf,
  askFastModel,
  evaluateWork,
  searchKnowledge,
  plugins,
}: ToolParts): ToolRegistry => {
  const rewriteQuery = createRewriteQuery({ askFastModel })
  return createToolRegistry([
    noRagTool(),
    singleFileRagTool(files.readOwnText),
    rubricRagTool(rubrics.findForOwner),
    rubricEvalTool({ findRubric: rubrics.findForOwner, evaluateWork }),
    ...knowledgeTools({ search: searchKnowledge, rewriteQuery }),
    queryRewriteTool(rewriteQuery),
    weatherTool({
      outbound,
      forecastUrl: config.OPEN_METEO_URL,
      geocodingUrl: config.OPEN_METEO_GEOCODING_URL,
    }),
    moodleTool({ outbound, moodleOf: async (id) => findMoodle(await settingsOf(id), config), identityOf }),
    httpRequestTool({ outbound, findSecret: toolSecrets.findForOwner }),
    ...plugins,
  ])
}
