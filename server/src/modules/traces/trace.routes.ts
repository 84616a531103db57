import { idSchema, traceListQuerySchema, traceListSchema, traceSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { TraceService } from './trace.service.ts'

const tag = 'Traces'

export const createTraceRoutes = ({ traces }: { traces: TraceService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/traces/{id}',
    tag,
    summary:
      'What went on in one answer (its id is in the header x-trace-id). For those who may edit the assistant, and in part for who asked.',
    access: 'user',
    params: z.object({ id: z.string().max(100) }),
    answer: traceSchema,
    handle: ({ caller, params }) => traces.get(caller, params.id),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/traces',
    tag,
    summary:
      'The answers of an assistant, newest first: all for those who may edit it, their own for others.',
    access: 'user',
    params: z.object({ id: idSchema }),
    query: traceListQuerySchema,
    answer: traceListSchema,
    handle: ({ caller, params, query }) => traces.list(caller, params.id, query),
  }),
]
