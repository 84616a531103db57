/** How answers say that the material does not contain what was asked, in the languages that Bellwether supports. */
const PHRASES = [
  "(?:do|does|did|could|can) ?(?:not|n[o’']t)(?: \\w+){0,2} (?:contain|mention|cover|say|find|have|include|answer|provide|tell|explain)",
  "(?:can|could|was)(?:not|n[’']t| not)(?: \\w+){0,3} (?:find|found|answer)",
  'no (?:information|mention|answer|passage|material)|nothing in the (?:material|documents?|context|sources?)',
  '(?:is|are|was|were) not (?:mentioned|covered|contained|included|found|part of)|unable to (?:find|answer)',
  'no (?:contiene|contienen|menciona|mencionan|dice|explica|aparece|figura|encuentro|he encontrado|se encuentra|hay (?:nada|información))',
  'nada (?:en|de) (?:el|los|la) (?:material|documento|documentos)|nada del material',
  'no (?:conté|contenen|esmenta|esmenten|diu|explica|apareix|trobo|he trobat|es troba|hi ha (?:res|informació))',
  'cap (?:passatge|informació)|res (?:del|al|en el) material',
  'ez (?:du|dute|dut|dago|da|ditu)(?: \\p{L}+){0,3} (?:aipatzen|jasotzen|aurkitu|agertzen|azaltzen|informaziorik|erantzunik)|(?:ezer|informaziorik) ez',
]
const PATTERN = new RegExp(`(?<!\\p{L})(?:${PHRASES.join('|')})`, 'iu')

/** Longer answers contain information, even if they mention a gap. */
const MAX_CHARACTERS = 700

export const saysNoAnswer = (text: string): boolean => text.length <= MAX_CHARACTERS && PATTERN.test(text)
