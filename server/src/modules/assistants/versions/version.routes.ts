import {
  assistantSnapshotSchema,
  assistantVersionSchema,
  idSchema,
  renamedVersionSchema,
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
    summary: 'List versions',
    description: 'The saved versions of an assistant, newest first.',
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
    summary: 'Get a version',
    description: 'A saved version of an assistant.',
    access: 'user',
    params,
    answer: assistantSnapshotSchema.extend({ version: z.number(), current: z.boolean() }),
    handle: ({ caller, params: { id, version } }) => versions.get(caller, id, version),
  }),
  endpoint({
    method: 'PATCH',
    path: '/assistants/{id}/versions/{version}',
    tag,
    summary: 'Name a version',
    description: 'Gives a version a name, for example “as used in spring”. `null` removes it.',
    access: 'user',
    params,
    body: renamedVersionSchema,
    answer: z.object({ version: z.number(), name: z.string().nullable() }),
    handle: ({ caller, params: { id, version }, body: { name } }) =>
      versions.rename(caller, id, version, name),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/versions/{version}/diff',
    tag,
    summary: 'Compare versions',
    description: 'The differences between a version and another one, or the current one.',
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
    summary: 'Restore a version',
    description: 'Saves an earlier version again. The current one is kept as a version.',
    access: 'user',
    params,
    answer: savedAssistantSchema,
    handle: ({ caller, params: { id, version } }) => versions.restore(caller, id, version),
  }),
]
