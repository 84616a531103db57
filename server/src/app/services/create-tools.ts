import type { AskFastModel } from '../../completions/model-calls/ask-fast-model.ts'
import type { MakeImage } from '../../completions/model-calls/make-image.ts'
import type { ToolSecretService } from '../../modules/assistants/index.ts'
import type { FileService } from '../../modules/files/index.ts'
import type { McpToolUse } from '../../modules/mcp-servers/index.ts'
import type { MemoryService } from '../../modules/memories/index.ts'
import { findMoodle, type OrganizationSettings } from '../../modules/organizations/index.ts'
import type { EvaluateWork, RubricService } from '../../modules/rubrics/index.ts'
import type { Workspaces } from '../../modules/workspaces/index.ts'
import { type Asking, askingPerson } from '../../platform/asking-person.ts'
import type { Config } from '../../platform/config.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type AskAssistant, assistantTool } from '../../tools/assistant/assistant.tool.ts'
import { httpRequestTool } from '../../tools/http-request/http-request.tool.ts'
import { imageGenTool } from '../../tools/image-gen/image-gen.tool.ts'
import { mcpTool } from '../../tools/mcp/mcp.tool.ts'
import { recallTool } from '../../tools/memory/recall.tool.ts'
import { rememberTool } from '../../tools/memory/remember.tool.ts'
import { moodleAssignmentsTool } from '../../tools/moodle/assignments.tool.ts'
import { moodleCourseContentsTool } from '../../tools/moodle/course-contents.tool.ts'
import { moodleGradesTool } from '../../tools/moodle/grades.tool.ts'
import { moodleTool } from '../../tools/moodle/moodle.tool.ts'
import { moodleUserTool } from '../../tools/moodle/moodle-user.tool.ts'
import type { MoodleDeps } from '../../tools/moodle/with-moodle.ts'
import { noRagTool } from '../../tools/no-rag/no-rag.tool.ts'
import { queryRewriteTool } from '../../tools/query-rewrite/query-rewrite.tool.ts'
import { createRewriteQuery } from '../../tools/query-rewrite/rewrite-query.ts'
import { createToolRegistry, type ToolRegistry } from '../../tools/registry.ts'
import { rubricEvalTool } from '../../tools/rubric-eval/rubric-eval.tool.ts'
import { rubricRagTool } from '../../tools/rubric-rag/rubric-rag.tool.ts'
import { knowledgeTools, type SearchKnowledge } from '../../tools/simple-rag/simple-rag.tool.ts'
import { singleFileRagTool } from '../../tools/single-file-rag/single-file-rag.tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { weatherTool } from '../../tools/weather/weather.tool.ts'
import { workspaceTools } from '../../tools/workspace/workspace-tools.ts'

export interface ToolParts {
  config: Config
  outbound: Outbound
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  toolSecrets: Pick<ToolSecretService, 'findForOwner'>
  workspaces: Workspaces
  mcpToolUse: Pick<McpToolUse, 'find'>
  memories: Pick<MemoryService, 'remember' | 'recall'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  provenIdsOf: MoodleDeps['provenIdsOf']
  askFastModel: AskFastModel
  evaluateWork: EvaluateWork
  askAssistant: AskAssistant
  makeImage: MakeImage
  searchKnowledge: SearchKnowledge
  /** The operator's plugins. */
  plugins: readonly Tool[]
}

/** All tools. To add one, create a folder in tools/ and add a line here. */
export const createTools = ({
  config,
  outbound,
  files,
  rubrics,
  toolSecrets,
  workspaces,
  mcpToolUse,
  memories,
  settingsOf,
  provenIdsOf,
  askFastModel,
  evaluateWork,
  askAssistant,
  makeImage,
  searchKnowledge,
  plugins,
}: ToolParts): ToolRegistry => {
  const rewriteQuery = createRewriteQuery({ askFastModel })
  const moodleOf = async (id: number) => findMoodle(await settingsOf(id), config)
  const identityOf = (asking: Asking) => askingPerson(asking).identity
  const moodle = { outbound, moodleOf, identityOf, provenIdsOf }
  return createToolRegistry([
    noRagTool(),
    assistantTool(askAssistant),
    singleFileRagTool(files.readOwnText),
    rubricRagTool(rubrics.findForOwner),
    rubricEvalTool({ findRubric: rubrics.findForOwner, evaluateWork }),
    ...knowledgeTools({ search: searchKnowledge, rewriteQuery }),
    queryRewriteTool(rewriteQuery),
    imageGenTool({ makeImage }),
    weatherTool({
      outbound,
      forecastUrl: config.OPEN_METEO_URL,
      geocodingUrl: config.OPEN_METEO_GEOCODING_URL,
    }),
    moodleTool(moodle),
    moodleCourseContentsTool(moodle),
    moodleAssignmentsTool(moodle),
    moodleGradesTool(moodle),
    moodleUserTool(moodle),
    rememberTool(memories),
    recallTool(memories),
    httpRequestTool({ outbound, findSecret: toolSecrets.findForOwner }),
    mcpTool({ findTool: mcpToolUse.find }),
    ...workspaceTools({ workspaces, runCommand: config.RUN_COMMAND }),
    ...plugins,
  ])
}
