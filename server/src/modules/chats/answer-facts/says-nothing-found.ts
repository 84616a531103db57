/** Phrases with which models say that the material has no answer, in the languages of the web app. */
const PHRASES = [
  /\b(?:I|we) (?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t) find\b/i,
  /\b(?:I|we) (?:do not|don['’]t) (?:know|have (?:any |enough )?(?:information|details))\b/i,
  /\b(?:is|are|was) not (?:mentioned|covered|included|found|described|explained|stated) in (?:the|your|this|these|any)\b/i,
  /\b(?:sources?|documents?|materials?|passages?|context|knowledge base) (?:provided )?(?:do|does|did)(?: not|n['’]t) (?:contain|mention|cover|include|say|answer|explain|provide)\b/i,
  /\bno (?:relevant )?(?:information|passages?|sources?) (?:about|on|for|was|were) /i,
  /\bno (?:he encontrado|hemos encontrado|encuentro|he podido encontrar|tengo información|dispongo de información)\b/i,
  /\b(?:fuentes?|documentos?|materiales?|material|contexto|textos?) (?:\p{L}+ )?no (?:contienen?|mencionan?|incluyen?|dicen?|explican?|tratan?|hablan?|responden?)\b/iu,
  /\bno (?:aparece|se menciona|se explica|consta|figura|está) en (?:los?|las?|el|tus?|mis?) (?:fuentes?|documentos?|materiales?|material|textos?)\b/i,
  /\bno (?:he trobat|hem trobat|trobo|he pogut trobar|tinc informació|disposo d['’]informació)\b/i,
  /\b(?:fonts?|documents?|materials?|context|textos?) (?:\p{L}+ )?no (?:contenen|conté|esmenten|esmenta|inclouen|inclou|diuen|diu|expliquen|explica|tracten|tracta|parlen|parla)\b/iu,
  /\bno (?:apareix|s['’]esmenta|s['’]explica|consta|figura|hi és) (?:a|en|als?|a les|a la) /i,
  /\bez dut (?:\p{L}+ )*(?:aurkitu|informaziorik)\b/iu,
  /\b(?:dokumentuek|iturriek|materialak|testuek|testuak) ez (?:dute|du|dituzte|ditu)\b/i,
  /\bez da (?:agertzen|aipatzen|azaltzen)\b/i,
]

/** A long answer may mention in passing that a detail is missing. */
const BEGINNING = 300

/** Whether an answer says that it found nothing about the question. Pure. */
export const saysNothingFound = (answer: string): boolean =>
  PHRASES.some((phrase) => phrase.test(answer.slice(0, BEGINNING)))
