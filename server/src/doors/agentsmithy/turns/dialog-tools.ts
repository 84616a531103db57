import * as z from 'zod'
import type { CalledTool } from '../../../completions/tools/called-tools.ts'
import { defineTool, type Tool, type ToolOutput } from '../../../tools/tool.ts'
import type { DialogRow } from '../dialogs/dialog.repository.ts'
import type { DialogService } from '../dialogs/dialog.service.ts'
import { parseArgs } from '../events/events.ts'

const GET_RESULT = 'get_tool_result'
const SET_TITLE = 'set_dialog_title'
const MAX_TITLE = 50
const MAX_TOLD = 10

/** They concern the dialog itself, so they are not part of its history. */
export const isAboutDialog = (name: string): boolean => name === GET_RESULT || name === SET_TITLE

/** Functions for this dialog, created for one answer. */
export function dialogTools(
  dialogs: Pick<DialogService, 'toolResult' | 'toolResults' | 'rename'>,
  dialog: DialogRow,
): CalledTool[] {
  const tools = [getToolResult(dialogs, dialog)]
  return dialog.title === null ? [...tools, setDialogTitle(dialogs, dialog)] : tools
}

const toCalled = (tool: Tool, description: string): CalledTool => {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' })
  return { tool, config: {}, spec: { name: tool.name, description, parameters: { ...parameters } } }
}

const COMMON = { category: 'dialog', version: '1.0', config: z.object({}) } as const

function getToolResult(
  dialogs: Pick<DialogService, 'toolResult' | 'toolResults'>,
  dialog: DialogRow,
): CalledTool {
  const tool = defineTool({
    ...COMMON,
    name: GET_RESULT,
    title: 'An earlier result',
    description: 'Returns the result of an earlier tool call in this dialog.',
    input: z.object({ tool_call_id: z.string().max(200) }),
    async run({ input }): Promise<ToolOutput> {
      const result = await dialogs.toolResult(dialog, input.tool_call_id)
      if (!result)
        return refuse(
          GET_RESULT,
          'not_found',
          'There is no result under this id.',
          await tellIds(dialogs, dialog),
        )
      const content = {
        type: 'previous_result',
        tool_name: result.tool_name,
        original_args: parseArgs(result.args),
        result: parseArgs(result.result),
        timestamp: new Date(result.created_at * 1000).toISOString(),
      }
      return { ok: true, content: JSON.stringify(content), sources: [] }
    },
  })
  return toCalled(
    tool,
    'The whole result of an earlier tool call of this dialog, by its tool_call_id. Results of earlier messages are not repeated in the conversation.',
  )
}

async function tellIds(dialogs: Pick<DialogService, 'toolResults'>, dialog: DialogRow): Promise<object> {
  const results = await dialogs.toolResults(dialog, MAX_TOLD)
  return { available: results.map(({ call_id, tool_name }) => ({ tool_call_id: call_id, tool_name })) }
}

function setDialogTitle(dialogs: Pick<DialogService, 'rename'>, dialog: DialogRow): CalledTool {
  const tool = defineTool({
    ...COMMON,
    name: SET_TITLE,
    title: 'Name the dialog',
    description: 'Gives the dialog a title.',
    input: z.object({ title: z.string().max(1000) }),
    async run({ input }): Promise<ToolOutput> {
      const title = input.title.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim()
      if (title === '') return refuse(SET_TITLE, 'invalid_title', 'The title is empty.')
      if (title.length > MAX_TITLE)
        return refuse(SET_TITLE, 'title_too_long', `A title has at most ${MAX_TITLE} characters.`)
      await dialogs.rename(dialog, title)
      return { ok: true, content: JSON.stringify({ type: 'success', title, message: 'Saved.' }), sources: [] }
    },
  })
  return toCalled(
    tool,
    `Give this dialog a short title (at most ${MAX_TITLE} characters). Call it once, early.`,
  )
}

const refuse = (name: string, code: string, error: string, details: object = {}): ToolOutput => ({
  ok: false,
  reason: JSON.stringify({ type: 'tool_error', name, code, error, details }),
})
