import * as z from 'zod'
import { defineTool } from '../tool.ts'

/** Fills `{context}` with nothing, for assistants without documents. The name is LAMB's; only other programs list it. */
export const noRagTool = () =>
  defineTool({
    name: 'no_rag',
    aliases: ['no_tool'],
    title: 'No documents',
    description: 'Adds nothing to the prompt.',
    category: 'context',
    version: '1.0',
    config: z.object({}),
    input: z.object({}),
    isSilent: true,
    inject: { placeholder: 'context', input: () => ({}) },
    run: () => ({ ok: true, content: '', sources: [] }),
  })
