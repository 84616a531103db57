export interface TextTree {
  readonly [key: string]: string | TextTree
}

export function readTexts(language: string, namespace: string, folder?: string): TextTree
export function withEnglish(english: TextTree, texts?: TextTree): TextTree
export function compileTexts(texts: TextTree): object
