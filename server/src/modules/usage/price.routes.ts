import { priceTableRecordSchema, priceTableSchema, slugParamSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { toSlug } from '../organizations/index.ts'
import type { PriceService } from './price.service.ts'

const tag = 'Usage'
const path = '/organizations/{slug}/prices'

export const createPriceRoutes = ({ prices }: { prices: PriceService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List model prices',
    description: 'The organization’s own prices, then the built-in ones. Not for student accounts.',
    access: 'author',
    params: slugParamSchema,
    answer: priceTableRecordSchema,
    handle: ({ caller, params }) => prices.get(caller, toSlug(params.slug)),
  }),
  endpoint({
    method: 'PUT',
    audited: true,
    path,
    tag,
    summary: 'Set model prices',
    description: 'Per million tokens or per image. Requires an admin of the organization.',
    access: 'user',
    params: slugParamSchema,
    body: priceTableSchema,
    answer: priceTableRecordSchema,
    handle: ({ caller, params, body }) => prices.set(caller, toSlug(params.slug), body),
  }),
]
