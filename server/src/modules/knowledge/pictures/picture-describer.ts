import { say } from '@bellwether/wire'
import type { PictureToDescribe } from '../../../documents/readers/pictures/picture-finder.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { AskedFor } from '../../usage/index.ts'

/** What the module needs from the organization's models. Provided by the app. */
export interface PictureDescriber {
  /**
   * The model that describes images, such as `openai/gpt-4o`; `chosenModel` is a person's choice among the organization's
   * models. Throws an AppError that says what to set up if there is none.
   */
  modelOf(organizationId: number, chosenModel?: string): Promise<string>
  /** Describes one image. Throws an AppError: `quota_exceeded` before the call if a budget is used up. */
  describe(
    organizationId: number,
    picture: PictureToDescribe,
    signal: AbortSignal,
    askedFor: AskedFor,
    chosenModel?: string,
  ): Promise<string>
}

/** Used if no describer is passed. */
export const NO_DESCRIBER: PictureDescriber = {
  modelOf: async () => {
    throw badRequest(say('knowledge.no_image_model'))
  },
  describe: async () => '',
}
