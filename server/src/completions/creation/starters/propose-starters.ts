import {
  type Message,
  type ProposedStarters,
  say,
  suggestQuestions,
  toMessageBody,
  toSuggestedQuestions,
} from '@bellwether/wire'
import type { FirstModel } from '../../../modules/assistants/index.ts'
import { askedBy } from '../../../modules/usage/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/languages.ts'
import type { Log } from '../../../platform/log.ts'
import type { AnswerSlots } from '../../../platform/rate-limit/answer-slots.ts'
import { starterTexts } from '../../../platform/texts/server-texts.ts'
import type { AskModelForJson } from '../../model-calls/ask-model-for-json.ts'
import type { AssistantDraft } from '../../plan/completion-plan.ts'
import { createReadMaterial, type MaterialDeps, type StarterMaterial } from './starter-material.ts'
import { readStarters, STARTER_SCHEMA, toStarterMessages } from './starter-question.ts'

export interface StarterDeps extends MaterialDeps {
  log: Log
  slots: Pick<AnswerSlots, 'during'>
  askForJson: AskModelForJson
  firstModel(organizationId: number): Promise<FirstModel>
}

export interface StarterOrder {
  draft: AssistantDraft
  name: string
  description: string
  /** For questions without a model. */
  language: Language
  signal: AbortSignal
}

/**
 * A greeting and starter questions for an assistant that is being edited, by the organization's model. Without one, or
 * if it fails, questions from headings and definitions of the material. Nothing is saved.
 */
export function createProposeStarters(deps: StarterDeps) {
  const readMaterial = createReadMaterial(deps)
  return async (caller: UserCaller, order: StarterOrder): Promise<ProposedStarters> => {
    const material = await readMaterial(caller, order.draft)
    const model = await deps.firstModel(caller.organizationId)
    if (model.connector === 'quotes')
      return fromMaterial(material, order.language, say('creation.starters_no_model'))
    try {
      const starters = await askModel(deps, caller, order, material, model.llm)
      if (starters) return starters
    } catch (error) {
      order.signal.throwIfAborted()
      if (!isAppError(error) || error.code === 'too_many_requests') throw error
      deps.log.warn(
        { err: error, organization: caller.organizationId },
        'the model wrote no starter questions',
      )
      if (error.code === 'quota_exceeded')
        return fromMaterial(material, order.language, say('creation.starters_budget'))
    }
    return fromMaterial(material, order.language, say('creation.starters_failed'))
  }
}

export type ProposeStarters = ReturnType<typeof createProposeStarters>

/** Undefined if its answer can't be used. */
async function askModel(
  { slots, askForJson }: StarterDeps,
  caller: UserCaller,
  { draft, name, description, signal }: StarterOrder,
  material: StarterMaterial,
  modelName: string,
): Promise<ProposedStarters | undefined> {
  const facts = { name, description, systemPrompt: draft.system_prompt }
  const { value, model } = await slots.during({ caller }, () =>
    askForJson({
      organizationId: caller.organizationId,
      model: modelName,
      messages: toStarterMessages(facts, material),
      schema: STARTER_SCHEMA,
      read: readStarters,
      signal,
      askedFor: askedBy(caller),
    }),
  )
  return value && { source: 'model', model, ...value, message: null }
}

const fromMaterial = (
  { documents, rubrics }: StarterMaterial,
  language: Language,
  reason: Message,
): ProposedStarters => ({
  source: 'material',
  model: null,
  greeting: '',
  questions: toSuggestedQuestions(
    suggestQuestions(
      documents.flatMap(({ passages }) => passages),
      starterTexts(language),
      rubrics.length > 0,
    ),
  ),
  ...toMessageBody(reason),
})
