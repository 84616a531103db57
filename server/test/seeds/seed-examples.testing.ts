import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** An object literal in a requirement document, in JSON or in code. */
export interface Example {
  where: string
  value: Record<string, unknown>
}

/** The folder of the requirement documents, beside the repository. Undefined if it is absent. */
export function findSeeds(): string | undefined {
  const folder = process.env['SEEDS_DIR'] ?? resolve(process.cwd(), '../shared/seeds')
  return existsSync(folder) ? folder : undefined
}

/** Reads every object literal in the code blocks of all documents. Invalid JSON is an error. */
export function readExamples(folder: string): Example[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => fromDocument(name, readFileSync(join(folder, name), 'utf8')))
}

function fromDocument(document: string, text: string): Example[] {
  const examples: Example[] = []
  let heading = ''
  let block: { language: string; line: number; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line)
    if (fence && !block) block = { language: fence[1] ?? '', line: index + 1, lines: [] }
    else if (fence && block) {
      const where = `${document.replace(/\.md$/, '')} · ${heading} · line ${block.line}`
      examples.push(...fromBlock(block.language, block.lines.join('\n'), where))
      block = undefined
    } else if (block) block.lines.push(line)
    else heading = /^#+\s+(.*)/.exec(line)?.[1] ?? heading
  }
  return examples
}

function fromBlock(language: string, text: string, where: string): Example[] {
  const values = literalsIn(text).flatMap((literal) => {
    const value = parse(literal)
    return value ? [value] : []
  })
  if (language === 'json' && values.length === 0) throw new Error(`invalid JSON: ${where}`)
  return values.map((value, at) => ({ where: values.length === 1 ? where : `${where} (${at + 1})`, value }))
}

/** The outermost `{…}` that can be parsed as data; if it can't be, the ones inside it. */
function literalsIn(text: string): string[] {
  const texts: string[] = []
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const end = endOf(text, at)
    if (end === undefined) continue
    const literal = text.slice(at, end)
    if (parse(literal) === undefined) continue
    texts.push(literal)
    at = end - 1
  }
  return texts
}

function endOf(text: string, start: number): number | undefined {
  let depth = 0
  let quote = ''
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"') quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** Parses JSON, or equivalent Python and JavaScript: `True`, trailing commas, comments, `[...]`, names of variables. */
function parse(literal: string): Record<string, unknown> | undefined {
  const json = literal
    .replace(/(?<=[,{[\s])(?:#|\/\/) .*$/gm, '')
    .replace(/\{\s*\.\.\.\s*\}/g, '{}')
    .replace(/\[\s*\.\.\.\s*\]/g, '[]')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\bNone\b/g, 'null')
    .replace(/\bf"/g, '"')
    .replace(/'((?:\{[\w, ]*\}|[^'"\n{}])*)'/g, '"$1"')
    .replace(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3')
    .replace(/:\s*(?!true\b|false\b|null\b)([A-Za-z_][\w.]*(?:\([^()]*\))?)\s*(?=[,}\n])/g, ': "$1"')
    .replace(/,(\s*[}\]])/g, '$1')
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export type Json = Record<string, unknown>
export const has = (value: Json, ...fields: string[]): boolean => fields.every((field) => field in value)
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Literals that stay inside LAMB's own code: results between its functions, headers, messages that it builds. */
const INTERNAL: readonly (readonly string[])[] = [
  ['context', 'sources'],
  ['contexts', 'sources'],
  ['Authorization'],
  ['query_text'],
  ['placeholder', 'content', 'sources', 'error'],
  ['definition', 'module'],
  ['role', 'content'],
  ['current_file'],
  ['headers'],
  ['method'],
]

export const isInternal = ({ value }: Example): boolean => INTERNAL.some((fields) => has(value, ...fields))
