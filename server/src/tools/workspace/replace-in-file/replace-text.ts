import { say } from '@bellwether/wire'
import { FileRefusal, readText, type TextFile, withDetails } from '../../../modules/workspaces/index.ts'
import { markOf } from '../text-mark.ts'

export interface Replacement {
  old_text: string
  new_text: string
  replace_all: boolean
}

export interface ReplaceTask {
  bytes: Buffer
  replacement: Replacement
  /** Hash of the text that the model saw last, if any. */
  seen: string | undefined
}

const MAX_PLACES = 20

/**
 * Returns the new bytes. The text itself identifies the place, so changes elsewhere in the file do no harm,
 * but the file still counts as unread. Pure.
 */
export function replaceInText({ bytes, replacement, seen }: ReplaceTask): { bytes: Buffer; mark?: string } {
  const file = readText(bytes)
  const after = Buffer.from(replaceText(file, replacement), 'utf8')
  const mark = markOf(readText(after))
  return seen === undefined || seen === markOf(file) ? { bytes: after, mark } : { bytes: after }
}

/**
 * Replaces the only occurrence (or all), literally. Never chooses among several and never accepts
 * a similar text. Pure.
 */
function replaceText(file: TextFile, { old_text, new_text, replace_all }: Replacement): string {
  const content = file.texts.map((text, index) => text + file.ends[index]).join('')
  const [old, fresh] = toFileEnds(file, content, old_text, new_text)
  const places = findPlaces(content, old)
  if (places.length === 0) throw notFound(file, old_text)
  if (places.length > 1 && !replace_all) {
    const lines = places.slice(0, MAX_PLACES).map((at) => lineAt(content, at, file.eol))
    throw new FileRefusal(
      'ambiguous',
      withDetails(
        say('workspace_files.ambiguous', { count: places.length }),
        `old_text occurs ${places.length} times in the file, at lines ${lines.join(', ')}. Send more of the surrounding text, or use replace_all. Nothing was changed.`,
      ),
      { lines },
    )
  }
  return file.bom + content.split(old).join(fresh)
}

/** Models send LF, whatever line endings the file has. */
function toFileEnds(file: TextFile, content: string, old: string, fresh: string): [string, string] {
  if (file.eol === '\n') return [old, fresh]
  const convert = (text: string) => text.replace(/\r\n|\n/g, file.eol)
  return [content.includes(old) ? old : convert(old), convert(fresh)]
}

function findPlaces(content: string, old: string): number[] {
  const places: number[] = []
  for (let at = content.indexOf(old); at !== -1; at = content.indexOf(old, at + old.length)) places.push(at)
  return places
}

const lineAt = (content: string, at: number, eol: string): number =>
  content.slice(0, at).split(eol === '\r' ? '\r' : '\n').length

function notFound({ texts }: TextFile, old: string): FileRefusal {
  const shape = (line: string) => line.replace(/\s+/g, '')
  const shapes = old.split(/\r?\n/).map(shape)
  while (shapes.length > 1 && shapes.at(-1) === '') shapes.pop()
  const lines: number[] = []
  for (let at = 0; at + shapes.length <= texts.length && lines.length < MAX_PLACES; at++)
    if (shapes.every((line, index) => shape(texts[at + index] ?? '') === line)) lines.push(at + 1)
  const hint =
    lines.length > 0
      ? ` Except for whitespace, it is at line ${lines.join(', ')}: copy it exactly.`
      : ' Read the file again.'
  const text = `old_text is not in the file.${hint} Nothing was changed.`
  return new FileRefusal('content_mismatch', withDetails(say('workspace_files.content_mismatch'), text), {
    file_lines: texts.length,
    ...(lines.length > 0 ? { found_but_for_whitespace_at: lines } : {}),
  })
}
