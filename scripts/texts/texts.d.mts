import type { toMessages } from '../../web/src/lib/i18n/messages.ts'

export interface TextTree {
  readonly [key: string]: string | TextTree
}

export const TEXTS: string
export function readLanguages(folder?: string): string[]
export function readTexts(language: string, namespace: string, folder?: string): TextTree
export function withEnglish(english: TextTree, texts?: TextTree): TextTree
/** As `CompiledTexts` of the web app. */
export function compileTexts(texts: object): Parameters<typeof toMessages>[0]
