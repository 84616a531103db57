import {
  idSchema,
  studentTraceSchema,
  traceListQuerySchema,
  traceListSchema,
  traceSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { TraceService } from './trace.service.ts'

const tag = 'Traces'

export const createTraceRoutes = ({ traces }: { traces: TraceService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/traces/{id}',
    tag,
    summary: 'Get a trace',
    description:
      'What happened during an answer; its id is in the `x-trace-id` header. In full for people who can edit the assistant, in part for the person who asked. Students get the steps only, without costs and models.',
    access: 'user',
    params: z.object({ id: z.string().max(100) }),
    answer: z.union([traceSchema, studentTraceSchema]),
    handle: ({ caller, params }) => traces.get(caller, params.id),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/traces',
    tag,
    summary: 'List the traces of an assistant',
    description:
      'Newest first. People who can edit the assistant see all traces, others only their own. Students get no costs and models.',
    access: 'user',
    params: z.object({ id: idSchema }),
    query: traceListQuerySchema,
    answer: traceListSchema,
    handle: ({ caller, params, query }) => traces.list(caller, params.id, query),
  }),
]
