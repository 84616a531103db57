import type { RubricLanguage } from '@bellwether/wire'
import { createAskAssistantForJson } from '../../completions/ask-assistant-for-json.ts'
import type { RunToText } from '../../completions/run-to-text.ts'
import { findForCompletion } from '../../modules/assistants/index.ts'
import { createGrading, type GradeWork } from '../../modules/grading/index.ts'
import { createEvaluateWork } from '../../modules/rubrics/index.ts'
import { askedBy } from '../../modules/usage/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { Models } from './create-models.ts'

interface GradingParts {
  foundation: Pick<Foundation, 'db' | 'databaseKind'>
  log: Log
  materials: Pick<Materials, 'rubrics' | 'evaluateWork' | 'knowledge'>
  models: Pick<Models, 'requireModel'>
  runToText: RunToText
}

/** Grading of works with rubrics, by a model or by an assistant. */
export function createGradingServices({ foundation, log, materials, models, runToText }: GradingParts) {
  const { db, databaseKind } = foundation
  const { rubrics, knowledge } = materials
  return createGrading({
    db,
    isPostgres: databaseKind === 'postgres',
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
  })
}

function createGradeWork({ evaluateWork }: Pick<Materials, 'evaluateWork'>, runToText: RunToText): GradeWork {
  const askAssistant = createAskAssistantForJson(runToText)
  return ({ caller, grading, rubric, text, signal }) => {
    const work = {
      organizationId: caller.organizationId,
      rubric,
      text,
      language: (grading.language ?? undefined) as RubricLanguage | undefined,
      signal,
    }
    if (grading.assistant_name === null)
      return evaluateWork({ ...work, model: grading.model ?? undefined, asked: askedBy(caller) })
    // The assistant was deleted.
    if (grading.assistant_id === null) throw notFound('Assistant')
    const asked = { id: grading.assistant_id, name: grading.assistant_name, caller, door: 'grading' }
    return createEvaluateWork({ askForJson: askAssistant(asked) })(work)
  }
}
