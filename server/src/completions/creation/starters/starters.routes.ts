import { parseMetadata, proposedStartersSchema, say, starterRequestSchema } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { languageOf } from '../../../platform/languages.ts'
import { toDraft } from '../../editing/draft.routes.ts'
import type { ProposeStarters } from './propose-starters.ts'

export const createStarterRoutes = ({
  proposeStarters,
}: {
  proposeStarters: ProposeStarters
}): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistant-drafts/starters',
    tag: 'Assistants',
    summary: 'Propose a greeting and starter questions',
    description:
      'For the settings in the request. Your organization’s default model writes them from the assistant’s instructions, documents and rubrics that you can see, within your budget. Without a model, or if it fails, the questions come from headings and definitions of the documents (`source: "material"`), in the language of `Accept-Language`, and `message` says why. Nothing is saved. Close the connection to cancel.',
    access: 'author',
    body: starterRequestSchema,
    answer: proposedStartersSchema,
    async handle({ body: { assistant, name, description }, caller, exchange }) {
      const draft = toDraft(assistant)
      if (!parseMetadata(draft.metadata)) throw badRequest(say('assistants.metadata_unreadable'))
      return proposeStarters(caller, {
        draft,
        name,
        description,
        language: languageOf(exchange.header('accept-language')),
        signal: exchange.signal,
      })
    },
  }),
]
