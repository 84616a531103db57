import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import type { AskedFor } from '../../usage/index.ts'
import type { PictureToDescribe } from '../readers/pictures/picture-finder.ts'

/** What the module needs from the organization's models. Provided by the app. */
export interface PictureDescriber {
  /**
   * The model that looks at pictures, `openai/gpt-4o`; `wanted` is one that a person chose among those of the organization. Refused with an
   * AppError that says what to set up where there is none.
   */
  modelOf(organizationId: number, wanted?: string): Promise<string>
  /** What is to be seen in one picture. Fails with an AppError; `quota_exceeded` before anything is asked when a budget is used up. */
  describe(
    organizationId: number,
    picture: PictureToDescribe,
    signal: AbortSignal,
    asked: AskedFor,
    wanted?: string,
  ): Promise<string>
}

/** Where nothing was handed in. */
export const NO_DESCRIBER: PictureDescriber = {
  modelOf: async () => {
    throw badRequest(say('knowledge.no_image_model'))
  },
  describe: async () => '',
}
