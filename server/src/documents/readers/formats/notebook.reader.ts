import * as z from 'zod'
import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'
import { readMarkdown } from '../markdown/markdown.reader.ts'
import { corrupt } from '../unreadable-document.ts'

const source = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''))
const output = z.looseObject({
  text: source.optional(),
  data: z.looseObject({ 'text/plain': source.optional(), 'text/markdown': source.optional() }).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
})
const cell = z.looseObject({
  cell_type: z.string(),
  source: source.default(''),
  /** Code before format 4. */
  input: source.optional(),
  outputs: z.array(output).optional(),
  level: z.number().optional(),
})
const notebookSchema = z.looseObject({
  cells: z.array(cell).optional(),
  /** Before format 4. */
  worksheets: z.array(z.looseObject({ cells: z.array(cell) })).optional(),
  metadata: z.looseObject({ language_info: z.looseObject({ name: z.string() }).optional() }).optional(),
})

/** Outputs may be tables of thousands of rows; their beginning says what they are. */
const MAX_OUTPUT = 4000
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors of a terminal.
const COLOURS = /\u001b\[[\d;]{0,20}m/g

/** What Python prints for something that is shown as a picture or a widget. */
const OBJECT = /^<(?:Figure size|IPython\.|[\w.]+ at 0x)[^\n<>]*>$/

/** Jupyter notebooks: text, code and the text of outputs. Pictures, which are inside as base64, are left out. */
export async function readNotebook(
  bytes: Uint8Array,
  budget: Budget,
  charset?: string,
): Promise<DocumentText> {
  const notebook = parse(decodeText(bytes, charset))
  const language = notebook.metadata?.language_info?.name ?? ''
  const blocks: Block[] = []
  for (const { cell_type: type, source: written, input, level = 1, outputs = [] } of cellsOf(notebook)) {
    budget.tick()
    const text = input ?? written
    if (type === 'heading') blocks.push({ text: text.trim(), heading: Math.min(6, Math.max(1, level)) })
    else if (text.trim() !== '') {
      if (type === 'markdown') blocks.push(...(await markdownBlocks(text, budget)))
      else {
        budget.spend(text.length)
        blocks.push({ text: type === 'code' ? fenced(text, language) : text.trim() })
      }
    }
    for (const cellOutput of outputs) {
      const formatted = cellOutput.data?.['text/markdown'] ?? ''
      if (formatted.trim() !== '') {
        blocks.push(...(await markdownBlocks(cut(formatted), budget)))
        continue
      }
      const outputText = outputOf(cellOutput)
      if (outputText === '') continue
      budget.spend(outputText.length)
      blocks.push({ text: fenced(outputText, '') })
    }
  }
  return { kind: 'notebook', blocks }
}

function cellsOf({ cells, worksheets }: z.infer<typeof notebookSchema>): z.infer<typeof cell>[] {
  const all = cells ?? worksheets?.flatMap((sheet) => sheet.cells)
  if (!all) throw corrupt()
  return all
}

function parse(text: string): z.infer<typeof notebookSchema> {
  try {
    return notebookSchema.parse(JSON.parse(text))
  } catch (error) {
    throw corrupt(error)
  }
}

const markdownBlocks = async (text: string, budget: Budget): Promise<Block[]> =>
  (await readMarkdown(Buffer.from(withoutData(text)), budget, 'utf-8')).blocks.map(withoutGap)

const withoutGap = ({ gap: _gap, ...block }: Block): Block => block

/** Pictures that were pasted into the text. */
const withoutData = (text: string): string => text.replace(/\(data:[^)\s]{0,10000000}\)/g, '()')

function outputOf({ text, data, ename, evalue }: z.infer<typeof output>): string {
  const written = text ?? data?.['text/plain'] ?? (ename === undefined ? '' : `${ename}: ${evalue ?? ''}`)
  const plain = written.replace(COLOURS, '').trim()
  return data !== undefined && OBJECT.test(plain) ? '' : cut(plain)
}

const cut = (text: string): string => (text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT)}…` : text)

const fenced = (text: string, language: string): string =>
  `\`\`\`${language.replace(/[^\w+-]/g, '')}\n${text.trimEnd()}\n\`\`\``
