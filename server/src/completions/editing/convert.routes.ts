import { fieldChangeSchema, idSchema, parseMetadata, say } from '@bellwether/wire'
import * as z from 'zod'
import { type AssistantService, changesBetween, toSnapshot } from '../../modules/assistants/index.ts'
import { badRequest } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { upgradeSettings } from './format-steps.ts'

export interface ConvertDeps {
  assistants: Pick<AssistantService, 'getRow' | 'update'>
  tools: ToolRegistry
}

/** Converts a classic assistant to a multi-tool one, with a preview of the changes and a way to undo them. */
export const createConvertRoutes = ({ assistants, tools }: ConvertDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/convert',
    tag: 'Assistants',
    summary: 'Convert a classic assistant',
    description:
      'Turns a classic assistant into a multi-tool assistant with the same prompt. With `dry_run`, only returns the changes.',
    access: 'user',
    params: z.object({ id: idSchema }),
    bodyOptional: true,
    body: z.object({ dry_run: z.boolean().default(false) }),
    answer: z.object({
      converted: z.boolean(),
      changes: z.array(fieldChangeSchema),
      undo: z.string().nullable().meta({ description: 'POST to this path to undo the conversion' }),
    }),
    async handle({ params: { id }, body, caller }) {
      const row = await assistants.getRow(caller, 'edit', id)
      const form = toSnapshot(row)
      const result = upgradeSettings(form, tools)
      if (result.kind === 'left') throw badRequest(say('settings.cannot_convert', { reason: result.reason }))
      if (result.kind === 'current' || parseMetadata(form.metadata)?.assistant_type === 'multi_tool')
        throw badRequest(say('settings.already_multi_tool'))
      const { metadata } = result
      const changes = changesBetween(form, { ...form, metadata })
      if (body.dry_run) return { converted: false, changes, undo: null }
      await assistants.update(caller, id, { ...NOTHING, metadata, version: row.version })
      return { converted: true, changes, undo: `/assistants/${id}/versions/${row.version}/restore` }
    },
  }),
]

const NOTHING = {
  name: undefined,
  description: undefined,
  system_prompt: undefined,
  prompt_template: undefined,
  rag_collections: undefined,
  rag_top_k: undefined,
}
