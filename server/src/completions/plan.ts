import type { AssistantMetadata, CompletionRequest, ToolEntry } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { ChatMessage, Connector } from '../connectors/connector.ts'
import { type AssistantForCompletion, type AssistantRef, getSettings } from '../modules/assistants/index.ts'
import type { OrganizationSettings } from '../modules/organizations/index.ts'
import { smallFastModel } from '../modules/organizations/index.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { badRequest, forbidden, notFound } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import { type CalledTool, calledTools } from './called-tools.ts'
import type { ChooseModel, ModelChoice } from './choose-model.ts'
import { classicTools } from './classic-tools.ts'
import { entryTools, placeholderOf } from './entry-tools.ts'
import type { InjectedTool } from './gather-context.ts'
import type { PromptProcessor } from './prompt-processors/prompt-processor.ts'
import { findPromptProcessor } from './prompt-processors/registry.ts'
import { toParams } from './request-params.ts'
import { isTask } from './task-routing.ts'

export interface PlanDeps {
  config: Config
  chooseModel: ChooseModel
  tools: ToolRegistry
  log: Log
  /** Brings the stored form up to date where the organization wants that. Its prompt does not change, so this answer goes on with what it has. */
  migrate(assistant: AssistantForCompletion): Promise<boolean>
  findAssistant(caller: Caller, ref: AssistantRef): Promise<AssistantForCompletion | undefined>
  settingsAt(organizationId: number, version: number): Promise<OrganizationSettings>
  /** Whether the caller may read the assistant's prompts, not only chat with it. */
  maySeePrompts(caller: Caller, assistant: AssistantForCompletion): boolean
}

export interface CompletionOrder {
  assistant: AssistantRef
  request: CompletionRequest
  /** Show what the model would get, instead of asking it. */
  debugBypass?: boolean
  /** The person behind a trusted forwarder. */
  endUser?: string | undefined
}

/** Everything that can be refused has been checked: what is left can only fail at the provider. */
export interface Plan {
  assistant: { id: number; name: string; ownerId: number; organizationId: number }
  caller: Caller
  endUser: string | undefined
  connector: Connector
  settings: unknown
  model: string
  /** Asked once when the provider refuses the first model. */
  fallbackModel: string | undefined
  params: Record<string, unknown>
  messages: readonly ChatMessage[]
  /** Undefined: the messages go to the model as they are. */
  prompt: { process: PromptProcessor; systemPrompt: string; template: string; vision: boolean } | undefined
  injected: readonly InjectedTool[]
  /** Functions for the model. Empty when the client brings functions of its own: then its calls are its own matter. */
  called: readonly CalledTool[]
  stream: boolean
  /** Whether status events are wanted in a stream. */
  includeStatus: boolean
  /** `content`: status lines are written into the answer, for chat pages that show nothing else. */
  statusStyle: 'event' | 'content'
  includeUsage: boolean
}

/** What follows from the settings of one assistant in one organization, both at a certain version: worked out once. */
interface Prepared {
  metadata: AssistantMetadata
  organization: OrganizationSettings
  injected: InjectedTool[]
  called: CalledTool[]
  prompt: Plan['prompt']
  target: ModelChoice
}

/** Awaited before the first byte, so that a refusal is an HTTP status whether or not the answer is streamed. */
export function createPlanner(deps: PlanDeps) {
  const prepared = new LRUCache<string, Prepared>({ max: 2000 })

  async function prepare(assistant: AssistantForCompletion): Promise<Prepared> {
    const { organization_id: organizationId, organization_version: version } = assistant
    const key = `${assistant.id}:${assistant.version}:${organizationId}:${version}`
    const known = prepared.get(key)
    if (known) return known
    const organization = await deps.settingsAt(organizationId, version)
    await deps.migrate(assistant)
    const metadata = getSettings(assistant.metadata)
    const { entries } = normaliseEntries(metadata.tools, deps.tools)
    // Functions beside a RAG processor leave an assistant classic; a list with injected tools takes the RAG processor's place.
    const isOfTools =
      metadata.assistant_type === 'multi_tool' || entries.some((entry) => entry.use === 'inject')
    const injected = isOfTools
      ? entryTools(entries, deps.tools, deps.log)
      : classicTools(metadata, deps.tools)
    const process = choosePromptProcessor(metadata.prompt_processor, entries, deps.tools)
    const made: Prepared = {
      metadata,
      organization,
      injected,
      called: calledTools(entries, deps.tools, deps.log),
      prompt: {
        process,
        systemPrompt: assistant.system_prompt,
        template: assistant.prompt_template,
        vision: metadata.capabilities.vision,
      },
      target: deps.chooseModel(organization, metadata.connector, metadata.llm),
    }
    prepared.set(key, made)
    return made
  }

  return async function planCompletion(order: CompletionOrder, caller: Caller): Promise<Plan> {
    const { request } = order
    const assistant = await deps.findAssistant(caller, order.assistant)
    if (!assistant) throw notFound('Assistant')
    if (order.debugBypass && !deps.maySeePrompts(caller, assistant)) {
      throw forbidden('Only those who may read this assistant’s prompts can see what the model gets')
    }
    const { metadata, organization, injected, called, prompt, target } = await prepare(assistant)
    const base = {
      assistant: {
        id: assistant.id,
        name: assistant.name,
        ownerId: assistant.owner_id,
        organizationId: assistant.organization_id,
      },
      caller,
      endUser: order.endUser,
      messages: request.messages,
      stream: request.stream === true,
      includeUsage: request.stream_options?.include_usage === true,
      includeStatus: request.stream_options?.['include_status'] !== false,
      params: toParams(request, metadata.model_params),
      statusStyle: metadata['status_style'] === 'content' ? ('content' as const) : ('event' as const),
    }
    if (order.debugBypass) {
      return {
        ...base,
        ...deps.chooseModel(organization, 'bypass', 'debug-bypass'),
        prompt,
        injected,
        called: [],
      }
    }
    if (!isTask(request)) {
      const ours = request['tools'] === undefined && target.connector.capabilities.functions ? called : []
      return { ...base, ...target, prompt, injected, called: ours }
    }

    const fast = smallFastModel(organization, deps.config)
    const forTask = fast ? deps.chooseModel(organization, fast.provider, fast.model) : target
    if (!forTask.connector.capabilities.text) {
      throw badRequest(
        'Titles and tags need a small fast model; an organization admin can choose one in the settings',
      )
    }
    return { ...base, ...forTask, prompt: undefined, injected: [], called: [] }
  }
}

export type PlanCompletion = ReturnType<typeof createPlanner>

/**
 * `simple_augment` with more than `{context}` to fill is `multi_augment`. With no more than that it stays what it is: an assistant that was
 * converted from a classic one must give the same prompt, byte for byte.
 */
function choosePromptProcessor(
  name: string,
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
): PromptProcessor {
  const fillsMore = entries.some(
    (entry) => entry.enabled && entry.use === 'inject' && placeholderOf(entry, tools) !== 'context',
  )
  const process = findPromptProcessor(fillsMore && name === 'simple_augment' ? 'multi_augment' : name)
  if (!process) throw badRequest(`Prompt processor '${name}' not found`)
  return process
}
