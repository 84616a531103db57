import {
  idSchema,
  type PublishFix,
  type PublishProblem,
  parseJsonObject,
  publishCheckSchema,
  type SettingsWarning,
  say,
  type TestGate,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { isObject } from '../../../platform/is-object.ts'
import type { AssistantInContext } from '../assistant.repository.ts'
import type { AssistantService } from '../assistant.service.ts'

export interface PublishCheckDeps {
  assistants: Pick<AssistantService, 'getRow' | 'warningsOf'>
  /** Whether its tests allow publishing. */
  testGateOf(row: AssistantInContext): Promise<TestGate>
}

export const createPublishCheckRoutes = ({ assistants, testGateOf }: PublishCheckDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/publish-check',
    tag: 'Assistants',
    summary: 'Check an assistant before publishing',
    description:
      'Lists problems such as a missing placeholder, no model or an empty knowledge base, how to fix them, and whether the assistant’s tests allow publishing. Changes nothing.',
    access: 'user',
    params: z.object({ id: idSchema }),
    answer: publishCheckSchema,
    async handle({ caller, params: { id } }) {
      const row = await assistants.getRow(caller, 'edit', id)
      const problems = findProblems(row, await assistants.warningsOf(caller, row))
      const tests = await testGateOf(row)
      const isHeldBack = (tests.required || tests.required_by_organization) && tests.state !== 'passed'
      return { problems, tests, can_publish: !isHeldBack && !problems.some(({ refused }) => refused) }
    },
  }),
]

/** Warnings about settings with which the assistant can't answer, or not as its author has seen it. */
const SERIOUS: ReadonlySet<string> = new Set([
  'placeholder_missing',
  'empty_template',
  'incomplete',
  'nothing_chosen',
  'not_available',
  'empty_knowledge_base',
  'not_for_students',
  'needs_repair',
  'no_provider',
  'unknown_connector',
  'unknown_prompt_processor',
])
const QUESTION = 'user_input'
const PLACEHOLDER = /\{([A-Za-z_]\w{0,99})\}/g

interface Settings {
  prompt_template: string
  metadata: string
}

/** Why an assistant could not answer, and how to change that. `warnings` belong to these settings. Pure. */
export const findProblems = (settings: Settings, warnings: readonly SettingsWarning[]): PublishProblem[] => [
  ...questionMissing(settings.prompt_template),
  ...warnings
    .filter(({ code, path }) => SERIOUS.has(code) || path === '/metadata/llm')
    .map((warning) => ({
      ...warning,
      refused: warning.code === 'incomplete',
      fix: fixFor(settings, warning) ?? null,
    })),
]

/** Without a template, the question itself is the prompt. */
function questionMissing(template: string): PublishProblem[] {
  if (template.trim() === '' || namesIn(template).includes(QUESTION)) return []
  const { text, code, params } = say('settings.question_missing')
  return [
    {
      code: 'question_missing',
      message: text,
      message_code: code,
      message_params: { ...params },
      path: '/prompt_template',
      refused: false,
      fix: { kind: 'template', placeholders: [QUESTION] },
    },
  ]
}

function fixFor({ metadata }: Settings, warning: SettingsWarning): PublishFix | undefined {
  const { code, path, message_params: params } = warning
  if (code === 'placeholder_missing') {
    const placeholders = namesIn(String(params?.['placeholder'] ?? ''))
    return placeholders.length === 0 ? undefined : { kind: 'template', placeholders }
  }
  if (code === 'empty_template')
    return { kind: 'template', placeholders: [...namesIn(String(params?.['placeholders'] ?? '')), QUESTION] }
  if (path.startsWith('/metadata/llm') || path.startsWith('/metadata/connector')) return { kind: 'model' }
  const index = Number(/^\/metadata\/tools\/(\d+)/.exec(path)?.[1] ?? Number.NaN)
  if (Number.isNaN(index)) return undefined
  const base = code === 'empty_knowledge_base' ? firstKnowledgeBase(metadata, index) : undefined
  return base === undefined ? { kind: 'tool', index } : { kind: 'documents', knowledge_base: base }
}

const namesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1] ?? '')),
]

function firstKnowledgeBase(metadata: string, index: number): string | undefined {
  const tools = parseJsonObject(metadata)?.['tools']
  const tool: unknown = Array.isArray(tools) ? tools[index] : undefined
  const config: unknown = isObject(tool) ? tool['config'] : undefined
  const collections = isObject(config) ? config['collections'] : undefined
  return Array.isArray(collections) && collections.length > 0 ? String(collections[0]) : undefined
}
