import { type CompletionRequest, say } from '@bellwether/wire'
import { type OrganizationSettings, settingsIn, smallFastModel } from '../../modules/organizations/index.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import { type Caller, isStudent } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import { type ChooseModel, type ModelChoice, toolModelOf } from '../models/choose-model.ts'
import {
  type ClientParams,
  hasOwnFunctions,
  readClientParams,
  requireSupported,
} from '../openai/client-params.ts'
import { textOf } from '../prompt-processors/message-text.ts'
import { capTokens } from './answer-limits.ts'
import type { CompletionOrder, Plan, PromptPlan, ToolSet } from './completion-plan.ts'
import type { Prepared } from './prepare-assistant.ts'

/** The parts of a plan that depend on the purpose of the request. */
interface Purpose {
  model: ModelChoice
  template: PromptPlan['template']
  tools: Pick<ToolSet, 'injected' | 'called' | 'chooser'>
}

/** Throws bad_request for anything the model or the provider does not support. */
export function toPlan(
  deps: PlanModelDeps,
  order: CompletionOrder,
  caller: Caller,
  assistant: Plan['assistant'],
  ready: Prepared,
): Plan {
  const { request } = order
  const { metadata } = ready
  const asking = { caller, endUser: order.endUser }
  const client = readClientParams(request, metadata.client_policy)
  const { model, template, tools } = purposeOf(deps, order, ready, client)
  const identity = template && askingPerson(asking).identity
  return {
    asking,
    language: order.language ?? 'en',
    assistant,
    // Fields are listed one by one: this runs for every answer, and spreading objects takes ten times as long.
    model: {
      connector: model.connector,
      settings: model.settings,
      model: model.model,
      fallbackModel: model.fallbackModel,
      insteadOf: model.insteadOf,
      fromSystem: model.fromSystem,
      params: capTokens({ ...client.params, ...metadata.model_params }, ready.limits),
      ignoredParams: client.ignored,
      mayFallBack: mayFallBack(metadata.model_fallback, ready.organization),
      relaysFrames: !isStudent(caller),
      firstByteMs: deps.config.UPSTREAM_FIRST_BYTE_MS,
    },
    prompt: {
      messages: request.messages,
      template: template && {
        process: template.process,
        systemPrompt: template.systemPrompt,
        template: template.template,
        vision: template.vision,
        functions: template.functions,
        identity,
      },
    },
    tools: {
      injected: tools.injected,
      called: tools.called,
      chooser: tools.chooser,
      leftOut: ready.leftOut,
      allowsChanges: metadata.allow_side_effects || isOwnerAsking(caller, assistant),
      hasCheckpoint: order.hasCheckpoint === true,
      timeoutMs: metadata.tool_timeout_ms,
      maxIterations: metadata.max_tool_iterations,
    },
    output: {
      stream: request.stream === true,
      includeUsage: request.stream_options?.include_usage === true,
      includeStatus: request.stream_options?.['include_status'] !== false,
      statusStyle: metadata.status_style,
    },
    trace: ready.trace,
    pricing: ready.pricing,
    limits: ready.limits,
    degraded: undefined,
    holds: { spending: undefined, release: undefined },
  }
}

/** Tells previews, titles and tags from answers. */
function purposeOf(
  deps: PlanModelDeps,
  order: CompletionOrder,
  ready: Prepared,
  client: ClientParams,
): Purpose {
  const { request } = order
  const { organization, injected } = ready
  const target = order.model && !order.debugBypass ? namedModel(deps, order.model, ready) : ready.target
  const offered = [...ready.called, ...(order.functions ?? [])]
  const called = !hasOwnFunctions(request) && target.connector.capabilities.functions ? offered : []
  const template = ready.prompt && { ...ready.prompt, functions: called.map(({ spec }) => spec.name) }
  if (order.debugBypass) {
    const model = deps.chooseModel(organization, 'bypass', 'debug-bypass')
    return { model, template, tools: { injected, called: [], chooser: undefined } }
  }
  if (isTask(request)) {
    const model = taskModel(deps, ready, target)
    return { model, template: undefined, tools: { injected: [], called: [], chooser: undefined } }
  }
  requireSupported(target.connector, client.params)
  if (called.length > 0 && Number(client.params['n'] ?? 1) > 1)
    throw badRequest(say('answers.one_choice'), { param: 'n' })
  const chooser = called.length > 0 ? toolChooser(deps, ready, target) : undefined
  return { model: target, template, tools: { injected, called, chooser } }
}

function taskModel(deps: PlanModelDeps, ready: Prepared, target: ModelChoice): ModelChoice {
  const model = fastModel(deps, ready) ?? target
  if (!model.connector.capabilities.text || model.connector.capabilities.context) {
    throw badRequest(say('models.fast_required'))
  }
  return model
}

/** The assistant's own setting, else the organization's. */
const mayFallBack = (ownSetting: boolean | undefined, { config }: OrganizationSettings): boolean =>
  ownSetting ?? settingsIn(config).model_fallback

/**
 * Whether the owner asks directly and as the owner: not a person forwarded with the owner's key, and not another
 * owner's assistant.
 */
const isOwnerAsking = (
  caller: Caller,
  { ownerId, askedBy = ownerId, asStudent }: Plan['assistant'],
): boolean => asStudent !== true && askingPerson({ caller }).userId === ownerId && askedBy === ownerId

/**
 * Recognizes requests for a title or tags, which chat pages such as Open WebUI send to the same model. They
 * set `metadata.task`, or their prompt starts with a known heading. These are not questions of a student:
 * they use no tools and no template.
 */
export function isTask(request: CompletionRequest): boolean {
  const task = request.metadata?.['task']
  if (typeof task === 'string' && task !== '') return true
  if (request.stream) return false
  return /^\s*### task:/i.test(textOf(request.messages.at(-1)?.content))
}

interface PlanModelDeps {
  config: Config
  chooseModel: ChooseModel
}

/** Returns the organization's small, fast model, if it has one. */
export function fastModel(
  { config, chooseModel }: PlanModelDeps,
  { organization, metadata }: Prepared,
): ModelChoice | undefined {
  const fast = smallFastModel(organization, config, metadata.connector)
  return fast && chooseModel(organization, fast.provider, fast.model)
}

/** Finds a model by name, or `fast`. */
function namedModel(deps: PlanModelDeps, name: string, ready: Prepared): ModelChoice {
  const { organization, metadata } = ready
  if (name !== 'fast') return deps.chooseModel(organization, metadata.connector, name)
  return fastModel(deps, ready) ?? ready.target
}

/** Returns the model that chooses tools; undefined if the assistant's own model does. */
function toolChooser(deps: PlanModelDeps, ready: Prepared, ownModel: ModelChoice): ModelChoice | undefined {
  const name = toolModelOf(ready.metadata, ready.organization)
  const model = name === '' ? undefined : namedModel(deps, name, ready)
  if (!model?.connector.capabilities.functions || model.insteadOf !== undefined) return undefined
  return model.model === ownModel.model && model.connector.name === ownModel.connector.name
    ? undefined
    : model
}
