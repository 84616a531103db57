import { smallFastModel } from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { type ChooseModel, type ModelChoice, toolModelOf } from '../models/choose-model.ts'
import type { Prepared } from './prepare-assistant.ts'

export interface PlanModelDeps {
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
export function namedModel(deps: PlanModelDeps, wanted: string, ready: Prepared): ModelChoice {
  const { organization, metadata } = ready
  if (wanted !== 'fast') return deps.chooseModel(organization, metadata.connector, wanted)
  return fastModel(deps, ready) ?? ready.target
}

/** Returns the model that chooses tools; undefined if the assistant's own model does. */
export function toolChooser(deps: PlanModelDeps, ready: Prepared, own: ModelChoice): ModelChoice | undefined {
  const wanted = toolModelOf(ready.metadata, ready.organization)
  const model = wanted === '' ? undefined : namedModel(deps, wanted, ready)
  if (!model?.connector.capabilities.functions || model.insteadOf !== undefined) return undefined
  return model.model === own.model && model.connector.name === own.connector.name ? undefined : model
}
