import { toPlainWords } from '../words.ts'

/** Words of greeting and small talk that are also names or subjects. Alone, they are looked for. */
const TOPICS = new Set(
  'gabon salut salud ola tag tags salve salvo moi hei halo salam chao tak pots gut bon bona temps tempo time tiempo day days dia week'.split(
    ' ',
  ),
)

/** The word, if the whole text is one of these. "Salut!" greets. */
export function topicOf(text: string): string | undefined {
  const [word, ...others] = toPlainWords(text)
  return word !== undefined && others.length === 0 && TOPICS.has(word) && !text.includes('!')
    ? word
    : undefined
}

/** "What is …", "Where is …": what follows is asked about, even if it is a polite word elsewhere. */
const ASKS_ABOUT = [
  /^(?:what|who|where|when) (?:is|are|was|were|s) (?:a |an |the )?/,
  /^(?:que|quien|quienes|donde|cuando|cual|cuales) (?:es|son|fue|era|significa|esta|estan) (?:el |la |los |las |un |una )?/,
  /^(?:que|qui|on|quan|quin|quina|quins|quines) (?:es|son|era|fou|significa) (?:el |la |l |els |les |un |una )?/,
  /^(?:zer|nor|zein|zeintzuk|non) (?:da|dira|zen|ziren|dago|daude) /,
  /^(?:qu est ce que(?: c est que)?|c est quoi|qui est|ou est|ou se trouve|que signifie) (?:le |la |l |les |un |une )?/,
  /^(?:was|wer|wo) (?:ist|sind|war|waren|liegt|bedeutet) (?:der |die |das |ein |eine )?/,
  /^(?:che cos e|cos e|cosa e|chi e|dov e|dove si trova|cosa significa) (?:il |lo |la |l |i |gli |le |un |una )?/,
  /^(?:o que e|que e|quem e|onde e|onde fica|onde esta|o que significa) (?:o |a |os |as |um |uma |unha )?/,
]
/** In Basque, what is asked about may come first. */
const ASKS_AFTER = /^(.+) (?:zer|nor|zein|non) (?:da|dira|zen|ziren|dago|daude)$/

/** What a short question asks to define or find, in plain words: "salut" for "Què és la salut?". */
export function askedAbout(text: string): string {
  const plain = toPlainWords(text).join(' ')
  for (const pattern of ASKS_ABOUT) if (pattern.test(plain)) return plain.replace(pattern, '')
  return ASKS_AFTER.exec(plain)?.[1] ?? ''
}
