/** Openings of sentences that only start, end or comment on an answer, in the languages that Bellwether supports. */
const COMMENTS = [
  'no language model is|great question|good question|i hope|hope this|let me know|feel free|if you (?:have|need|want|would)',
  "i (?:do not|don[’']t|could not|couldn[’']t|can[’']?t|cannot) (?:know|find|answer|see)|here (?:is|are)",
  "(?:the|these|this) (?:material|passages?|sources?|documents?|context) (?:do|does) ?n[o’']t",
  'no hay ningún modelo de lenguaje|buena pregunta|espero que|si (?:tienes|necesitas|quieres|tiene|necesita)|aquí (?:tienes|está)',
  'no hi ha cap model de llenguatge|bona pregunta|si (?:tens|necessites|vols)|aquí (?:tens|hi ha)',
  'no (?:he encontrado|encuentro|lo sé|he trobat|trobo|ho sé)',
  'ez dago hizkuntza-eredurik|galdera ona|espero dut|ez dut aurkitu|hemen (?:duzu|dago)',
]
/** These can also start a meaningful sentence, so only short sentences count as polite. */
const INTERJECTIONS = [
  "hello|hi|hey|sure|certainly|of course|thanks|thank you|you[’']re welcome|i[’']m sorry|sorry|yes|no|okay",
  'hola|claro|por supuesto|gracias|de nada|lo siento|sí|bon dia|és clar|i tant|per descomptat|gràcies|de res|ho sento',
  'kaixo|noski|jakina|eskerrik asko|ez horregatik|barkatu|bai|ez',
]
const MAX_WORDS = 7

const beginningWith = (phrases: readonly string[]): RegExp =>
  new RegExp(`^[\\s*_"“'¡¿]{0,5}(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
const COMMENT = beginningWith(COMMENTS)
const INTERJECTION = beginningWith(INTERJECTIONS)

/** Whether a sentence is only polite. Pure. */
export const isPleasantry = (sentence: string): boolean =>
  COMMENT.test(sentence) ||
  (INTERJECTION.test(sentence) && sentence.trim().split(/\s+/, MAX_WORDS + 1).length <= MAX_WORDS)
