import {
  assistantSnapshotSchema,
  assistantVersionSchema,
  idSchema,
  savedAssistantSchema,
  versionDiffQuerySchema,
  versionDiffSchema,
  versionsQuerySchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { VersionService } from './version.service.ts'

const tag = 'Assistants'
const params = z.object({ id: idSchema, version: idSchema })

export const createVersionRoutes = ({ versions }: { versions: VersionService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/versions',
    tag,
    summary: 'List the saved forms of an assistant, newest first',
    access: 'user',
    params: z.object({ id: idSchema }),
    query: versionsQuerySchema,
    answer: z.object({ versions: z.array(assistantVersionSchema), total_count: z.number() }),
    handle: ({ caller, params: { id }, query }) => versions.list(caller, id, query),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/versions/{version}',
    tag,
    summary: 'Read one saved form of an assistant',
    access: 'user',
    params,
    answer: assistantSnapshotSchema.extend({ version: z.number(), current: z.boolean() }),
    handle: ({ caller, params: { id, version } }) => versions.get(caller, id, version),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/versions/{version}/diff',
    tag,
    summary: 'What differs between a saved form and another, or the current one',
    access: 'user',
    params,
    query: versionDiffQuerySchema,
    answer: versionDiffSchema,
    handle: ({ caller, params: { id, version }, query }) => versions.diff(caller, id, version, query.to),
  }),
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/versions/{version}/restore',
    tag,
    summary: 'Save an earlier form again; the form that it replaces is kept as a version',
    access: 'user',
    params,
    answer: savedAssistantSchema,
    handle: ({ caller, params: { id, version } }) => versions.restore(caller, id, version),
  }),
]
