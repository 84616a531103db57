/** The Web Speech API. Not every browser has it. */
export const canReadAloud = (): boolean => typeof speechSynthesis !== 'undefined'

/** The text to read aloud: without Markdown, citations, code and formulas. Pure. */
export const toSpokenText = (markdown: string): string =>
  markdown
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/\$\$[^$]*\$\$/g, ' ')
    .replace(/[ \t]?[[【]\^?\d{1,3}(?:†[^\]】]{0,40})?[\]】](?!\()/g, '')
    // Not past the next bracket: an answer of brackets only would take minutes.
    .replace(/!?\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replace(/^[ \t]*(#{1,6}|>|[-*+]|\|)\s?/gm, '')
    .replace(/[*_`|]/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n[ \n]*\n ?/g, '\n\n')
    .trim()

interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
}
type RecognitionResults = { results: ArrayLike<ArrayLike<{ transcript: string }>> }

const recognitionClass = (): (new () => Recognition) | undefined =>
  Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition')

export const canDictate = (): boolean => recognitionClass() !== undefined

export interface Dictation {
  stop(): void
}

/** Listens until `stop`, or until the browser ends it. `onText` gets everything that was said so far. */
export function dictate(
  language: string,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: (isRefused: boolean) => void },
): Dictation | undefined {
  const SpeechRecognition = recognitionClass()
  if (!SpeechRecognition) return undefined
  const recognition = new SpeechRecognition()
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  let isRefused = false
  recognition.addEventListener('result', (event) => {
    const { results } = event as unknown as RecognitionResults
    onText(
      Array.from(results, (result) => result[0]?.transcript.trim() ?? '')
        .join(' ')
        .trim(),
    )
  })
  recognition.addEventListener('error', (event) => {
    isRefused = ['not-allowed', 'service-not-allowed', 'audio-capture'].includes(
      String(Reflect.get(event, 'error')),
    )
  })
  recognition.addEventListener('end', () => onEnd(isRefused))
  recognition.start()
  return { stop: () => recognition.stop() }
}
