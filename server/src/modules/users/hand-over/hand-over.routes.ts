import {
  handedOverSchema,
  handOverRequestSchema,
  idSchema,
  ownedObjectOverviewSchema,
  receiverListSchema,
  receiverQuerySchema,
  slugParamSchema,
} from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import type { HandOverService } from './hand-over.service.ts'

export interface HandOverRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  handOvers: Pick<HandOverService, 'overview' | 'receivers' | 'handOver'>
}

const params = slugParamSchema.extend({ id: idSchema })

export const createHandOverRoutes = ({ organizations, handOvers }: HandOverRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/organizations/{slug}/members/{id}/possessions',
    tag: 'Account',
    summary: 'List a member’s content',
    description: 'Names and ids by kind. Available to the member and to admins of the organization.',
    access: 'user',
    params,
    answer: ownedObjectOverviewSchema,
    async handle({ caller, params: { slug, id } }) {
      const organization = await organizations.getFor(caller, 'see', toSlug(slug))
      return handOvers.overview(caller, organization, id)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/organizations/{slug}/members/{id}/receivers',
    tag: 'Account',
    summary: 'List possible new owners',
    description:
      'Colleagues who can take over a member’s content. Available to the member and to admins of the organization.',
    access: 'author',
    params,
    query: receiverQuerySchema,
    answer: receiverListSchema,
    async handle({ caller, params: { slug, id }, query }) {
      const organization = await organizations.getFor(caller, 'see', toSlug(slug))
      return { receivers: await handOvers.receivers(caller, organization, id, query.search) }
    },
  }),
  endpoint({
    method: 'POST',
    audited: true,
    path: '/organizations/{slug}/members/{id}/hand-over',
    tag: 'Account',
    summary: 'Hand over a member’s content',
    description:
      'Hands over everything, some kinds or single items to a colleague. Available to the member and to admins of the organization.',
    access: 'user',
    params,
    body: handOverRequestSchema,
    answer: handedOverSchema,
    async handle({ caller, params: { slug, id }, body }) {
      const organization = await organizations.getFor(caller, 'see', toSlug(slug))
      return handOvers.handOver(caller, organization, id, body)
    },
  }),
]
