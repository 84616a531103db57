import type { AssistantMetadata, CompletionRequest, ToolEntry } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { ChatMessage, Connector } from '../connectors/connector.ts'
import { type AssistantForCompletion, type AssistantRef, getSettings } from '../modules/assistants/index.ts'
import type { OrganizationSettings } from '../modules/organizations/index.ts'
import { smallFastModel } from '../modules/organizations/index.ts'
import { createRedactor, type Redactor, secretsIn } from '../modules/traces/index.ts'
import type { Caller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { badRequest, forbidden, notFound } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import { identityOf } from './asking-person.ts'
import { type CalledTool, calledTools } from './called-tools.ts'
import type { ChooseModel, ModelChoice } from './choose-model.ts'
import { classicTools } from './classic-tools.ts'
import { isOfTools } from './convert-classic.ts'
import { entryTools, fillsMoreThanContext } from './entry-tools.ts'
import type { InjectedTool } from './gather-context.ts'
import type { PromptInput, PromptProcessor } from './prompt-processors/prompt-processor.ts'
import { chooseProcessor } from './prompt-processors/registry.ts'
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
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  settingsAt(organizationId: number, version: number): Promise<OrganizationSettings>
  /** Whether the caller may read the assistant's prompts, not only chat with it. */
  maySeePrompts(caller: Caller, assistant: AssistantForCompletion): boolean
}

/** An assistant as it stands in a form, before it is saved. */
export type AssistantDraft = Pick<
  AssistantForCompletion,
  'system_prompt' | 'prompt_template' | 'metadata' | 'rag_collections' | 'rag_top_k'
>

export interface CompletionOrder {
  /** A draft is tried out by whoever writes it, with their own rights. */
  assistant: AssistantRef | { draft: AssistantDraft }
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
  prompt: (Omit<PromptInput, 'messages' | 'insertions'> & { process: PromptProcessor }) | undefined
  injected: readonly InjectedTool[]
  /** Functions for the model. Empty when the client brings functions of its own: then its calls are its own matter. */
  called: readonly CalledTool[]
  stream: boolean
  /** Whether status events are wanted in a stream. */
  includeStatus: boolean
  /** `content`: status lines are written into the answer, for chat pages that show nothing else. */
  statusStyle: 'event' | 'content'
  includeUsage: boolean
  /** Longest time one tool may take, unless its entry says otherwise. */
  toolTimeoutMs: number
  /** So often the model may call tools; then it has to answer. */
  maxToolIterations: number
  trace: TracePlan
}

export interface TracePlan {
  /** Whether the organization keeps traces at all. */
  keep: boolean
  /** Whether what the model gets is kept too. */
  verbose: boolean
  redact: Redactor
}

/** What follows from the settings of one assistant in one organization, both at a certain version: worked out once. */
interface Prepared {
  metadata: AssistantMetadata
  organization: OrganizationSettings
  injected: InjectedTool[]
  called: CalledTool[]
  prompt: Plan['prompt']
  target: ModelChoice
  trace: TracePlan
}

/** Awaited before the first byte, so that a refusal is an HTTP status whether or not the answer is streamed. */
export function createPlanner(deps: PlanDeps) {
  const prepared = new LRUCache<string, Prepared>({ max: 2000 })

  async function prepareStored(assistant: AssistantForCompletion): Promise<Prepared> {
    const { organization_id: organizationId, organization_version: version } = assistant
    const key = `${assistant.id}:${assistant.version}:${organizationId}:${version}`
    const known = prepared.get(key)
    if (known) return known
    const organization = await deps.settingsAt(organizationId, version)
    await deps.migrate(assistant)
    const made = prepare(assistant, organization)
    prepared.set(key, made)
    return made
  }

  function prepare(assistant: AssistantDraft, organization: OrganizationSettings): Prepared {
    const metadata = getSettings(assistant.metadata)
    const { entries } = normaliseEntries(metadata.tools, deps.tools)
    // Functions beside a RAG processor leave an assistant classic; a list with injected tools takes the RAG processor's place.
    const injected = isOfTools(metadata, entries)
      ? entryTools(entries, deps.tools, deps.log)
      : classicTools(metadata, assistant, deps.tools)
    const process = choosePromptProcessor(metadata.prompt_processor, entries, deps.tools)
    return {
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
      trace: {
        keep: (organization.config.trace_days ?? deps.config.TRACE_DAYS) > 0,
        verbose: metadata.verbose,
        redact: createRedactor([deps.config, organization.config, metadata].flatMap((one) => secretsIn(one))),
      },
    }
  }

  async function find(
    order: CompletionOrder,
    caller: Caller,
  ): Promise<{ assistant: Plan['assistant']; ready: Prepared }> {
    if ('draft' in order.assistant) {
      if (caller.kind !== 'user') throw notFound('Assistant')
      const { organizationId, userId: ownerId } = caller
      const ready = prepare(order.assistant.draft, await deps.settingsOf(organizationId))
      return { assistant: { id: DRAFT_ID, name: 'draft', ownerId, organizationId }, ready }
    }
    const row = await deps.findAssistant(caller, order.assistant)
    if (!row) throw notFound('Assistant')
    if (order.debugBypass && !deps.maySeePrompts(caller, row)) {
      throw forbidden('Only those who may read this assistant’s prompts can see what the model gets')
    }
    const { id, name, owner_id: ownerId, organization_id: organizationId } = row
    return { assistant: { id, name, ownerId, organizationId }, ready: await prepareStored(row) }
  }

  return async function planCompletion(order: CompletionOrder, caller: Caller): Promise<Plan> {
    const { request } = order
    const { assistant, ready } = await find(order, caller)
    const { metadata, organization, injected, called, target } = ready
    const prompt = ready.prompt && {
      ...ready.prompt,
      identity: identityOf({ caller, endUser: order.endUser }),
    }
    const base = {
      assistant,
      caller,
      endUser: order.endUser,
      messages: request.messages,
      stream: request.stream === true,
      includeUsage: request.stream_options?.include_usage === true,
      includeStatus: request.stream_options?.['include_status'] !== false,
      params: toParams(request, metadata.model_params),
      statusStyle: metadata['status_style'] === 'content' ? ('content' as const) : ('event' as const),
      toolTimeoutMs: metadata.tool_timeout_ms,
      maxToolIterations: metadata.max_tool_iterations,
      trace: ready.trace,
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
    if (!forTask.connector.capabilities.text || forTask.connector.capabilities.context) {
      throw badRequest(
        'Titles and tags need a small fast model; an organization admin can choose one in the settings',
      )
    }
    return { ...base, ...forTask, prompt: undefined, injected: [], called: [] }
  }
}

/** No assistant has this number. */
const DRAFT_ID = 0

export type PlanCompletion = ReturnType<typeof createPlanner>

function choosePromptProcessor(
  name: string,
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
): PromptProcessor {
  const process = chooseProcessor(name, fillsMoreThanContext(entries, tools))
  if (!process) throw badRequest(`Prompt processor '${name}' not found`)
  return process
}
