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
export function namedModel(deps: PlanModelDeps, name: string, ready: Prepared): ModelChoice {
  const { organization, metadata } = ready
  if (name !== 'fast') return deps.chooseModel(organization, metadata.connector, name)
  return fastModel(deps, ready) ?? ready.target
}

/** Returns the model that chooses tools; undefined if the assistant's own model does. */
export function toolChooser(
  deps: PlanModelDeps,
  ready: Prepared,
  ownModel: ModelChoice,
): ModelChoice | undefined {
  const name = toolModelOf(ready.metadata, ready.organization)
  const model = name === '' ? undefined : namedModel(deps, name, ready)
  if (!model?.connector.capabilities.functions || model.insteadOf !== undefined) return undefined
  return model.model === ownModel.model && model.connector.name === ownModel.connector.name
    ? undefined
    : model
}
