import { say } from '@bellwether/wire'
import type { Block, DocumentText } from './document-text.ts'
import { decodeText } from './encoding/decode-text.ts'
import type { Budget } from './limits.ts'
import { corrupt, UnreadableDocument } from './unreadable-document.ts'

const BLOCK_CHARACTERS = 800

/** JSON, or one JSON value per line. Each value becomes a line "path: value"; each record of a list a block of its own. */
export function readJson(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  if (text.trim() === '') return { kind: 'json', blocks: [] }
  const writer = new JsonBlocks(budget)
  writer.add(parseJson(text), '', 0)
  return { kind: 'json', blocks: writer.finish() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw corrupt(error)
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch {
      throw corrupt(error)
    }
  }
}

class JsonBlocks {
  readonly #budget: Budget
  readonly #blocks: Block[] = []
  #lines: string[] = []
  #size = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  add(value: unknown, path: string, depth: number): void {
    this.#budget.tick()
    if (depth > this.#budget.limits.xmlDepth) {
      throw new UnreadableDocument('expands_too_much', say('documents.json_too_deep'))
    }
    if (Array.isArray(value)) this.#addList(value, path, depth)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        this.add(inner, path === '' ? key : `${path}.${key}`, depth + 1)
    } else this.#line(path, value)
  }

  #addList(values: readonly unknown[], path: string, depth: number): void {
    if (values.every((value) => typeof value !== 'object' || value === null)) {
      this.#line(path, values.map(toText).join(', '))
      return
    }
    for (const [index, value] of values.entries()) {
      this.#flush()
      // Not in brackets: [1] is how passages are numbered and cited.
      this.add(value, path === '' ? `${index + 1}` : `${path}.${index + 1}`, depth + 1)
    }
    this.#flush()
  }

  #line(path: string, value: unknown): void {
    const text = toText(value)
    if (text === '') return
    const line = path === '' ? text : `${path}: ${text}`
    this.#budget.spend(line.length)
    if (this.#size + line.length > BLOCK_CHARACTERS) this.#flush()
    this.#lines.push(line)
    this.#size += line.length + 1
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#blocks.push({ text: this.#lines.join('\n') })
    this.#lines = []
    this.#size = 0
  }

  finish(): Block[] {
    this.#flush()
    return this.#blocks
  }
}

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())
