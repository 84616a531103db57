import { isLanguage, LANGUAGES, type Language as OwnLanguage } from '@bellwether/wire'
import { detectLanguage, guessLanguage, type Language } from '../../platform/text/language.ts'
import { STOP_WORDS } from '../../platform/text/stop-words.ts'
import { toWords, withoutAccents } from '../../platform/text/words.ts'

const wordsOf = (...words: string[]): string =>
  `(?<!\\p{L})(?:${words.join('|').replaceAll(' ', '|')})(?!\\p{L})`

/**
 * Patterns that are typical of one language. A question is too short to tell Spanish from Catalan
 * by small words alone.
 */
const CUES: Readonly<Partial<Record<OwnLanguage, RegExp>>> = {
  en: new RegExp(
    wordsOf(
      'what which how why who when where does do did the is are explain tell give list',
      'hello hi hey thanks thank grade evaluate summari[sz]e please my your check write compare describe define help',
    ),
    'giu',
  ),
  es: new RegExp(
    `[¿¡ñ]|(?<!\\p{L})(?:por qué|por favor)(?!\\p{L})|${wordsOf(
      'qué cuál(?:es)? cómo quién(?:es)? dónde cuándo cuánt[oa]s? los y hay dime dame haz mi tu este esta estos estas',
      'hola buenos buenas gracias evalúa corrige resume explícame compara describe necesito quiero trabajo ayúdame',
    )}`,
    'giu',
  ),
  ca: new RegExp(
    `[çàèò]|l·l|ny(?=\\p{L})|(?<!\\p{L})(?:per què|si us plau)(?!\\p{L})|(?<!\\p{L})[ld][’']|${wordsOf(
      'què és quin[as]? quines com perquè on qui els dels amb i hi digues fes dona meu meva teu teva aquest aquesta',
      'hola gràcies bon bona avalua corregeix resumeix explica’m explica compara descriu necessito vull treball ajuda’m',
    )}`,
    'giu',
  ),
  eu: new RegExp(
    `t[xzs]|${wordsOf(
      'zer zein zeintzuk nola zergatik nor non noiz zenbat da dira dago daude eta du dute dut naiz nire zure gure bere',
      'kaixo eskerrik milesker agur azaldu esan ebaluatu zuzendu laburtu konparatu deskribatu idatzi eman egin nahi mesedez lana lan lagundu',
    )}`,
    'giu',
  ),
}

/** The language of the question; if that is unclear, that of the material; otherwise English. Pure. */
export function languageToAnswerIn(question: string, material: Language): OwnLanguage {
  const start = question.slice(0, 2000)
  const guess = guessLanguage(start)
  if (guess.isClear && isLanguage(guess.language) && !CUES[guess.language]) return guess.language
  const words = toWords(start).map(withoutAccents)
  let best: OwnLanguage | undefined
  let most = 0
  for (const language of LANGUAGES) {
    const stops = STOP_WORDS[language]
    const small = words.filter((word) => stops.has(word)).length
    const cues = start.match(CUES[language] ?? /(?!)/g)?.length ?? 0
    const points = small + 2 * cues + (language === material ? 0.5 : 0)
    if (points > most && small + cues > 0) {
      most = points
      best = language
    }
  }
  return best ?? (isLanguage(material) ? material : 'en')
}

export const languageOfMaterial = (texts: readonly string[]): Language =>
  detectLanguage(texts.map((text) => text.slice(0, 1500)).join('\n'))
