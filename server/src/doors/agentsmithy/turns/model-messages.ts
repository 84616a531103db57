import type { EditorContext, EditorFile } from '@bellwether/wire'
import type { ChatMessage } from '../../../connectors/connector.ts'
import type { DialogMessage, StoredCall } from '../dialogs/dialog-message.ts'
import { parseArgs } from '../events/events.ts'

/** Longer values of old calls are truncated: they may be whole files, which can be read again. */
const MAX_OLD_VALUE = 600

/**
 * The dialog as it is sent to a model. Results of old calls are replaced by a note with the id under which
 * `get_tool_result` returns them.
 */
export function toModelMessages(summary: string, messages: readonly DialogMessage[]): ChatMessage[] {
  const start: ChatMessage[] =
    summary === '' ? [] : [{ role: 'user', content: `Summary of what we said and did before:\n\n${summary}` }]
  return [...start, ...messages.flatMap(toModelMessage)]
}

function toModelMessage({ role, content, calls }: DialogMessage): ChatMessage[] {
  if (role === 'user') return [{ role, content }]
  if (calls.length === 0) return content === '' ? [] : [{ role, content }]
  return [
    {
      role,
      content: content === '' ? null : content,
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(shorten(toObject(parseArgs(args)))) },
      })),
    },
    ...calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(toNote(call)) })),
  ]
}

const toNote = ({ id, name, ok, size }: StoredCall) => ({
  tool_call_id: id,
  tool_name: name,
  status: ok === undefined ? 'interrupted' : ok ? 'success' : 'error',
  metadata: { size_bytes: size ?? 0, result_present: ok !== undefined },
  ...(ok === undefined ? {} : { note: 'The result is stored; get_tool_result returns it.' }),
})

/** Providers refuse arguments that are not an object. */
const toObject = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_OLD_VALUE ? `${value.slice(0, MAX_OLD_VALUE)}… [cut]` : value
  if (Array.isArray(value)) return value.slice(0, 50).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}

const MAX_FILE = 16_000
const MAX_OPEN_FILES = 50

/**
 * The question, with the files that the person has open in the editor. Those are for this answer only: the dialog
 * stores the question alone.
 */
export function withEditor(question: string, context: EditorContext | null | undefined): string {
  const file = context?.current_file
  const open = (context?.open_files ?? [])
    .slice(0, MAX_OPEN_FILES)
    .flatMap((openFile) => pathOf(openFile) ?? [])
  const parts = [
    ...(file ? [describeFile(file)] : []),
    ...(open.length > 0 ? [`Also open: ${open.join(', ')}`] : []),
  ].filter((part) => part !== '')
  if (parts.length === 0) return question
  return `${question}\n\n<editor>\n${parts.join('\n\n')}\n</editor>`
}

const pathOf = (file: EditorFile | string): string | undefined =>
  (typeof file === 'string' ? file : file.path) || undefined

function describeFile({ path, language, selection, content }: EditorFile): string {
  const name = path ? `Open file: ${path}${language ? ` (${language})` : ''}` : ''
  const excerpt = selection ? `Selected:\n${cut(selection)}` : content ? `Content:\n${cut(content)}` : ''
  return [name, excerpt].filter((part) => part !== '').join('\n')
}

const cut = (text: string): string => (text.length > MAX_FILE ? `${text.slice(0, MAX_FILE)}\n… [cut]` : text)
