/** Maximum characters of a knowledge base that goes into the prompt as a whole. */
export const WHOLE_CHARACTERS = 100_000

/** Questions about the material as a whole, which no passage answers by its words. Compared without accents. */
const ABOUT_THE_WHOLE = [
  // English
  /\bsummar(y|i[sz]e|i[sz]ing|ies)\b/,
  /\boverview\b|\bmain (points?|ideas?|topics?)\b|\bkey (points?|ideas?|takeaways?)\b|\bgist\b/,
  /\bwhat (is|are|s) (this|these|that|it|they) about\b|\bwhat (is|are|s) (this|these|that|the|my|your) \w+ about(?! \w)/,
  /\bwhat (does|do) (this|these|that|it|they|(this|these|that|the|my|your) \w+) (say|cover|contain|talk about)\b/,
  // Spanish
  /\bresum(en|e|ir|enes|eme|irlo)\b|\bde que (trata|va|habla)|\bsobre que trata/,
  /\bideas? principal(es)?\b|\bpuntos? (clave|principales)\b/,
  // Catalan
  /\bresum(s|eix|eixes|iu)?\b|\bde que (tracta|va|parla)|\bsobre que tracta/,
  /\bidees? principals?\b|\bpunts? (clau|principals)\b/,
  // Basque
  /\blaburp(en|ena|ena|enak)\b|\blaburtu\b|\bzeri buruz|\bzertaz (ari|doa|hitz)|\bideia nagusi/,
  // French
  /\bresum(e|er|es|ez|ons)\b|\bde quoi (parle|traite|s agit)|\bidees? principales?\b|\bpoints? (cles?|principaux)\b/,
  // German
  /\bzusammenfass(ung|en|e|t)\b|\bfass\w* .{0,60}\bzusammen\b|\bworum geht es\b|\bwovon handel[nt]\b|\bhauptpunkte\b/,
  // Italian
  /\briassum(i|ere|imi|ete)\b|\briassunto\b|\bdi (che )?cosa (parla|tratta)|\bidee principali\b|\bpunti (chiave|principali)\b/,
  // Portuguese and Galician
  /\bresum(o|ir|a|e)\b|\b(de|do|sobre) (o )?que (se )?(trata|fala)|\bideias? principa(l|is)\b|\bpontos? (principais|chave)\b/,
]

export function asksAboutTheWhole(question: string): boolean {
  const plain = question
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, ' ')
    .replace(/\s+/g, ' ')
  return ABOUT_THE_WHOLE.some((pattern) => pattern.test(plain))
}
