import type { RubricLanguage } from '@bellwether/wire'
import { createAskAssistantForJson } from '../../completions/ask-assistant-for-json.ts'
import type { ModelChoice } from '../../completions/models/choose-model.ts'
import type { RunToText } from '../../completions/run-to-text.ts'
import { findForCompletion, getSettings } from '../../modules/assistants/index.ts'
import { createGrading, type Grader, type GradeWork, type GradingDeps } from '../../modules/grading/index.ts'
import { createEvaluateWork } from '../../modules/rubrics/index.ts'
import { askedBy, createPricing } from '../../modules/usage/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { isAppError, notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { Models } from './create-models.ts'
import type { People } from './people/create-people.ts'

interface GradingParts {
  foundation: Pick<Foundation, 'db' | 'databaseKind' | 'outbox'>
  log: Log
  materials: Pick<Materials, 'rubrics' | 'evaluateWork' | 'knowledge'>
  models: Pick<Models, 'requireModel' | 'chooseModel'>
  people: Pick<People, 'organizations'>
  runToText: RunToText
}

/** Grading of works with rubrics, by a model or by an assistant. */
export function createGradingServices(parts: GradingParts) {
  const { foundation, log, materials, models, people, runToText } = parts
  const { settingsOf } = people.organizations
  const { db, databaseKind, outbox } = foundation
  const { rubrics, knowledge } = materials
  return createGrading({
    db,
    isPostgres: databaseKind === 'postgres',
    outbox,
    log,
    rubrics,
    readText: knowledge.readText,
    gradeWork: createGradeWork(materials, runToText),
    async requireGrader(caller: UserCaller, { model, assistantId }) {
      if (assistantId !== null) {
        const assistant = await findForCompletion(db, caller, { id: assistantId })
        if (!assistant) throw notFound('Assistant')
        return assistant.name
      }
      await models.requireModel(caller.organizationId, model ?? undefined)
      return null
    },
    priceOf: createPriceOf(parts),
    currencyOf: async (id) => createPricing((await settingsOf(id)).config.prices).currency,
  })
}

/** By the prices of the organization. */
function createPriceOf({ foundation: { db }, models, people }: GradingParts): GradingDeps['priceOf'] {
  const { settingsOf } = people.organizations
  async function modelOf(caller: UserCaller, { model, assistantId }: Grader): Promise<ModelChoice> {
    const { organizationId } = caller
    if (assistantId === null) return models.requireModel(organizationId, model ?? undefined)
    const assistant = await findForCompletion(db, caller, { id: assistantId })
    if (!assistant) throw notFound('Assistant')
    const { connector, llm } = getSettings(assistant.metadata)
    return models.chooseModel(await settingsOf(organizationId), connector, llm)
  }
  return async (caller, grader, tokens) => {
    const graderModel = await modelOf(caller, grader).catch(unlessRefused)
    if (!graderModel) return { cost: null, model: grader.model ?? '' }
    const { connector, model } = graderModel
    const { costOf } = createPricing((await settingsOf(caller.organizationId)).config.prices)
    return { cost: costOf(connector.name, model, tokens), model }
  }
}

/** There is no model, or none with this name. Starting the grading reports it. */
function unlessRefused(error: unknown): undefined {
  if (!isAppError(error) || !['bad_request', 'not_found'].includes(error.code)) throw error
  return undefined
}

function createGradeWork({ evaluateWork }: Pick<Materials, 'evaluateWork'>, runToText: RunToText): GradeWork {
  const askAssistant = createAskAssistantForJson(runToText)
  return ({ caller, grading, ...order }) => {
    const work = {
      ...order,
      organizationId: caller.organizationId,
      language: (grading.language ?? undefined) as RubricLanguage | undefined,
    }
    if (grading.assistant_name === null)
      return evaluateWork({ ...work, model: grading.model ?? undefined, askedFor: askedBy(caller) })
    // The assistant was deleted.
    if (grading.assistant_id === null) throw notFound('Assistant')
    const target = { id: grading.assistant_id, name: grading.assistant_name, caller, door: 'grading' }
    return createEvaluateWork({ askForJson: askAssistant(target) })(work)
  }
}
