import {
  dialogHistoryQuerySchema,
  dialogHistorySchema,
  dialogToolResultSchema,
  dialogToolResultsSchema,
} from '@bellwether/wire'
import { notFound } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { AgentEndpoint } from './agent-endpoint.ts'
import type { DialogService } from './dialogs/dialog.service.ts'
import type { DialogMessage } from './dialogs/dialog-message.ts'
import { parseArgs } from './events/events.ts'
import { sessionName, toIso } from './session-format.ts'
import { type AgentWorkspaces, createFileFinder, type FindFile } from './turns/agent-workspace.ts'

export interface HistoryRouteDeps {
  dialogs: DialogService
  workspaces: AgentWorkspaces
}

/** The history of a dialog, in pages, and the results of its tool calls. */
export const createHistoryRoutes = (
  agentEndpoint: AgentEndpoint,
  { dialogs, workspaces }: HistoryRouteDeps,
): Endpoint[] => [
  agentEndpoint({
    method: 'GET',
    at: '/api/dialogs/{id}/history',
    summary: 'Get the messages of a dialog',
    description: 'The messages before a given index, with their tool calls and edits.',
    query: dialogHistoryQuerySchema,
    answer: dialogHistorySchema,
    async handle({ agentSession, id, query }) {
      const dialog = await dialogs.get(agentSession.caller, 'see', agentSession.assistant.id, id)
      const page = await dialogs.history(dialog, query)
      const findFile = createFileFinder(workspaces, agentSession)
      const events = await Promise.all(page.messages.map((message) => toEvents(message, findFile)))
      return {
        dialog_id: dialog.id,
        events: events.flat(),
        total_events: page.totalEvents,
        has_more: page.firstNumber !== null && page.firstNumber > 0,
        first_idx: page.firstNumber,
        last_idx: page.lastNumber,
      }
    },
  }),
  agentEndpoint({
    method: 'GET',
    at: '/api/dialogs/{id}/tool-results',
    summary: 'List tool results',
    description: 'The results of tool calls in this dialog, without their contents.',
    answer: dialogToolResultsSchema,
    async handle({ agentSession: { caller, assistant }, id }) {
      const dialog = await dialogs.get(caller, 'see', assistant.id, id)
      const rows = await dialogs.toolResults(dialog)
      return rows.reverse().map(({ call_id, tool_name, created_at, size, start, ok }) => ({
        tool_call_id: call_id,
        tool_name,
        timestamp: toIso(created_at),
        size_bytes: Number(size),
        summary: start,
        ...(ok === 1 ? {} : { error: start }),
      }))
    },
  }),
  agentEndpoint({
    method: 'GET',
    at: '/api/dialogs/{id}/tool-results/{call}',
    summary: 'Get a tool result',
    description: 'The full result of one tool call.',
    answer: dialogToolResultSchema,
    async handle({ agentSession: { caller, assistant }, id, call }) {
      const dialog = await dialogs.get(caller, 'see', assistant.id, id)
      const result = await dialogs.toolResult(dialog, call)
      if (!result) throw notFound('Tool result')
      return {
        tool_call_id: result.call_id,
        tool_name: result.tool_name,
        args: parseArgs(result.args),
        result: parseArgs(result.result),
        timestamp: toIso(result.created_at),
        metadata: {
          size_bytes: Buffer.byteLength(result.result),
          status: result.ok === 1 ? 'success' : 'error',
        },
      }
    },
  }),
]

/** In this order for each message: reasoning, text, calls, edits. Only texts have a number. */
async function toEvents(message: DialogMessage, findFile: FindFile): Promise<object[]> {
  const { number, role, content, reasoning, calls, edits, checkpoint, session } = message
  if (role === 'user')
    return [
      {
        type: 'user',
        content,
        idx: number,
        ...(checkpoint === null ? {} : { checkpoint }),
        session: sessionName(session),
      },
    ]
  const files = edits.filter(({ gone }) => !gone)
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', content: reasoning }]),
    ...(content === '' ? [] : [{ type: 'chat', content, idx: number }]),
    ...calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args: parseArgs(args) })),
    ...(await Promise.all(
      files.map(async ({ workspace, path, diff }) => ({
        type: 'file_edit',
        file: (await findFile(workspace, path)).file,
        ...(diff === '' ? {} : { diff }),
      })),
    )),
  ]
}
