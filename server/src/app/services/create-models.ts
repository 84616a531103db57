import { createAskFastModel } from '../../completions/model-calls/ask-fast-model.ts'
import { createAskModelForJson } from '../../completions/model-calls/ask-model-for-json.ts'
import { createPictureDescriber } from '../../completions/model-calls/describe-picture.ts'
import { createMakeImage } from '../../completions/model-calls/make-image.ts'
import { createSearchModels } from '../../completions/model-calls/search-models.ts'
import { createTranscriber } from '../../completions/model-calls/transcriber.ts'
import { createDefaultModelChooser, createFirstModel } from '../../completions/models/choose-default-model.ts'
import { createModelChooser, type ModelChoice } from '../../completions/models/choose-model.ts'
import { createFoundModels } from '../../completions/models/found-models.ts'
import { hideAddress } from '../../connectors/upstream/hide-address.ts'
import type { FileService } from '../../modules/files/index.ts'
import { createProviderService } from '../../modules/organizations/index.ts'
import { createConnectors } from './create-connectors.ts'
import type { Foundation } from './create-foundation.ts'
import type { Records } from './create-records.ts'
import type { People } from './people/create-people.ts'
import type { ServiceDeps } from './service-deps.ts'

interface ModelDeps extends Pick<ServiceDeps, 'config' | 'log'>, Pick<Foundation, 'outbound'> {
  files: FileService
  people: People
  records: Records
}

/** The providers' models, and calls to them outside of answers. */
export function createModels({ config, log, outbound, files, people, records }: ModelDeps) {
  const { settingsOf } = people.organizations
  const { measureCall, noteModelCall } = records
  const connectors = createConnectors(outbound, files)
  const chooseModel = createModelChooser({ config, connectors })
  const foundModels = createFoundModels({ log })
  const chooseDefaultModel = createDefaultModelChooser({ config, connectors, chooseModel, foundModels })
  const withVision = { list: () => connectors.list().filter(({ capabilities }) => capabilities.vision) }
  const { organizations } = people
  return {
    connectors,
    providers: createProviderService({ config, log, connectors, hideAddress, organizations }),
    chooseModel,
    foundModels,
    askFastModel: createAskFastModel({ config, log, chooseModel, settingsOf, measureCall }),
    askForJson: createAskModelForJson({ settingsOf, chooseDefaultModel, measureCall }),
    /** Throws if the organization has no model, or none of this name. */
    requireModel: async (organizationId: number, model: string | undefined): Promise<ModelChoice> =>
      chooseDefaultModel(await settingsOf(organizationId), model),
    firstModel: createFirstModel({ settingsOf, chooseDefaultModel }),
    makeImage: createMakeImage({ config, chooseModel, settingsOf, measureCall }),
    searchModels: createSearchModels({ config, connectors, settingsOf, noteModelCall, measureCall }),
    transcriber: createTranscriber({
      config,
      connectors,
      settingsOf,
      measureCall,
      maxBytes: config.TRANSCRIPTION_MAX_MB * 1024 * 1024,
    }),
    describer: createPictureDescriber({
      settingsOf,
      chooseModel: createDefaultModelChooser({ config, connectors: withVision, chooseModel, foundModels }),
      measureCall,
    }),
  }
}

export type Models = ReturnType<typeof createModels>
