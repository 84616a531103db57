import { type AssistantMetadata, parseJsonObject, say, type ToolEntry } from '@bellwether/wire'
import { getSettings, isOrchestrator } from '../../modules/assistants/index.ts'
import { type OrganizationSettings, settingsIn, toolUseModel } from '../../modules/organizations/index.ts'
import { createRedactor, secretsIn } from '../../modules/traces/index.ts'
import { createPricing, type Pricing } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest, isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { safeTargets } from '../../tools/safe-tool-queries.ts'
import { classicTools } from '../context/classic-tools.ts'
import { requireMultiTool, usesToolList } from '../context/convert-classic.ts'
import { entryTools, fillsMoreThanContext, withBarePassages } from '../context/entry-tools.ts'
import { withFences } from '../context/fence.ts'
import { withImplied } from '../context/implied-tools.ts'
import type { InjectedTool } from '../context/injected-tool.ts'
import type { ChooseModel, ModelChoice } from '../models/choose-model.ts'
import type { PromptProcessor } from '../prompt-processors/prompt-processor.ts'
import { chooseProcessor, isLambProcessor, processorOfTools } from '../prompt-processors/registry.ts'
import type { TraceOptions } from '../record/completion-record.ts'
import { type CalledTool, calledTools, type LeftOut } from '../tools/called-tools.ts'
import { limitsOf, type RunLimits, simultaneousAnswersOf } from './answer-limits.ts'
import type { AssistantDraft, PromptPlan } from './completion-plan.ts'

export interface PrepareDeps {
  config: Config
  chooseModel: ChooseModel
  tools: ToolRegistry
  log: Log
}

/**
 * Everything that follows from the settings of one version of an assistant in one version of its
 * organization. Computed once.
 */
export interface Prepared {
  metadata: AssistantMetadata
  organization: OrganizationSettings
  injected: InjectedTool[]
  called: CalledTool[]
  leftOut: LeftOut[]
  isOrchestrator: boolean
  prompt: PromptPlan['template']
  target: ModelChoice
  trace: TraceOptions
  pricing: Pricing
  limits: RunLimits
  /** How many answers one person may have in progress; undefined = the server's setting. */
  simultaneousAnswers: number | undefined
}

/** Pure, except for logging tools that can't run. A preview calls no model, so it needs no provider. */
export function prepareAssistant(
  deps: PrepareDeps,
  assistant: AssistantDraft,
  organization: OrganizationSettings,
  { isPreview }: { isPreview: boolean },
): Prepared {
  const metadata = getSettings(assistant.metadata)
  const processor = processorName(assistant.metadata, metadata)
  const { entries: stored } = normalizeEntries(metadata.tools, deps.tools)
  const entries = isLambProcessor(processor) ? withBarePassages(stored, deps.tools) : stored
  // An assistant with functions beside its RAG processor is still classic; injected tools replace the RAG
  // processor.
  const leftOut: LeftOut[] = []
  const leaveOut = (skipped: LeftOut) => {
    deps.log.warn({ tool: skipped.tool, reason: skipped.reason.text }, 'tool skipped')
    leftOut.push(skipped)
  }
  const forbidden = new Set(settingsIn(organization.config).forbidden_tools)
  const isAllowed =
    (use: LeftOut['use']) =>
    ({ tool: { name: tool } }: InjectedTool | CalledTool): boolean => {
      if (!forbidden.has(tool)) return true
      leaveOut({ tool, use, reason: say('reasons.forbidden_by_organization') })
      return false
    }
  const hasToolList = usesToolList(metadata, entries)
  requireMultiTool(organization, hasToolList)
  const candidates = hasToolList
    ? entryTools(entries, deps.tools, leaveOut)
    : classicTools(metadata, assistant, deps.tools)
  const injected = candidates.filter(isAllowed('inject'))
  const called = calledTools(entries, deps.tools, leaveOut).filter(isAllowed('call'))
  const process = choosePromptProcessor(processor, entries, deps.tools)
  return {
    metadata,
    organization,
    injected: withImplied(
      injected,
      {
        promptProcessor: metadata.prompt_processor,
        template: assistant.prompt_template,
        blankContext: metadata.blank_context,
      },
      // Tools that a prompt implies must be allowed by the organization too.
      { find: (name) => (forbidden.has(name) ? undefined : deps.tools.find(name)) },
    ),
    called,
    leftOut,
    // Also checks the tools that would run: no spelling of an entry may allow a second level of nesting.
    isOrchestrator:
      isOrchestrator(metadata) || [...injected, ...called].some(({ tool }) => tool.name === 'assistant'),
    prompt: {
      process: (metadata.fence_data ?? hasToolList) ? withFences(process) : process,
      systemPrompt: withFileInstructions(assistant.system_prompt, called),
      template: assistant.prompt_template,
      vision: metadata.capabilities.vision,
    },
    target: isPreview
      ? choosePreviewTarget(deps, organization, metadata, called.length > 0)
      : chooseTarget(deps, organization, metadata, called.length > 0),
    trace: {
      keep: (organization.config.trace_days ?? deps.config.TRACE_DAYS) > 0,
      verbose: metadata.verbose,
      redact: createRedactor(
        [deps.config, organization.config, organization.system?.config, metadata].flatMap((source) =>
          secretsIn(source),
        ),
      ),
    },
    pricing: createPricing(organization.config.prices),
    limits: limitsOf(metadata.limits, organization),
    simultaneousAnswers: simultaneousAnswersOf(organization),
  }
}

/** A model that the author chose is never replaced silently. */
function chooseTarget(
  { chooseModel }: PrepareDeps,
  organization: OrganizationSettings,
  { connector, llm }: AssistantMetadata,
  callsTools: boolean,
): ModelChoice {
  const modelName = llm || (callsTools ? toolUseModel(organization, connector) : '')
  const { insteadOf, ...target } = chooseModel(organization, connector, modelName)
  if (llm !== '' && insteadOf !== undefined)
    throw badRequest(
      say('models.not_offered', {
        organization: organization.name,
        model: llm,
        provider: target.connector.title,
      }),
    )
  return target
}

/** The assistant's own model decides what the prompt contains; without it, the offline model does. */
function choosePreviewTarget(...args: Parameters<typeof chooseTarget>): ModelChoice {
  try {
    return chooseTarget(...args)
  } catch (error) {
    if (!isAppError(error)) throw error
    const [{ chooseModel }, organization] = args
    return chooseModel(organization, 'bypass', 'debug-bypass')
  }
}

/**
 * Assistants that are not classic use `multi_augment` unless they name a processor, even if all of
 * their tools are disabled.
 */
function processorName(json: string, settings: AssistantMetadata): string {
  const processor: unknown = parseJsonObject(json)?.['prompt_processor']
  const isNamed = typeof processor === 'string' && processor.trim() !== ''
  return settings.assistant_type !== 'classic' && !isNamed ? processorOfTools : settings.prompt_processor
}

function choosePromptProcessor(
  name: string,
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
): PromptProcessor {
  const process = chooseProcessor(name, fillsMoreThanContext(entries, tools))
  if (!process) throw badRequest(say('models.no_prompt_processor', { name }))
  return process
}

/**
 * Tells the model to work on files with its tools, whatever the prompt processor. Without file tools
 * the prompt is unchanged.
 */
function withFileInstructions(systemPrompt: string, called: readonly CalledTool[]): string {
  const names = called.filter(worksOnFiles).map(({ spec }) => spec.name)
  if (names.length === 0) return systemPrompt
  const instructions = `You work on the files of a workspace with these tools: ${names.join(', ')}. Read a file before you change it, and make changes with the tools instead of only showing them. Afterwards say which files you changed.`
  return systemPrompt === '' ? instructions : `${systemPrompt}\n\n${instructions}`
}

const worksOnFiles = ({ tool, config }: CalledTool): boolean =>
  safeTargets(tool, config)?.some(({ kind }) => kind === 'workspace') === true
