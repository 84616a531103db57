import { detectLanguage, type Language } from '../../platform/text/language.ts'
import { STOP_WORDS } from '../../platform/text/stop-words.ts'
import { toWords, withoutAccents } from '../../platform/text/words.ts'

/** The languages that the connector answers in. */
const OWN_LANGUAGES = ['en', 'es', 'ca', 'eu'] as const
export type OwnLanguage = (typeof OWN_LANGUAGES)[number]

/** The connector's own sentences. */
export interface OwnWords {
  quotes: string
  /** Above passages that may not answer the question. */
  perhaps: string
  greeting: string
  thanks: string
  rubric: string
  nothing: string
  noMaterial: string
  weight: string
}

const WORDS: Record<OwnLanguage, OwnWords> = {
  en: {
    quotes: 'No language model is connected. These passages match your question best:',
    perhaps:
      'No language model is connected, and the material may not answer your question. The closest passages are:',
    greeting:
      'Hello! No language model is connected, but I can quote the material. What would you like to know?',
    thanks: 'You’re welcome! Ask another question at any time.',
    rubric: 'No language model is connected, so nothing is graded here. These are the criteria of the rubric',
    nothing:
      'No language model is connected, and nothing in the material of this assistant matches your question.',
    noMaterial:
      'No language model is connected, and this assistant has no material to quote from. An organization admin can connect a provider in the settings.',
    weight: 'weight',
  },
  es: {
    quotes:
      'No hay ningún modelo de lenguaje conectado. Estos pasajes son los que mejor responden a tu pregunta:',
    perhaps:
      'No hay ningún modelo de lenguaje conectado, y puede que el material no responda a tu pregunta. Los pasajes más cercanos son:',
    greeting:
      '¡Hola! No hay ningún modelo de lenguaje conectado, pero puedo citar el material. ¿Qué quieres saber?',
    thanks: '¡De nada! Pregunta cuando quieras.',
    rubric:
      'No hay ningún modelo de lenguaje conectado, así que aquí no se evalúa nada. Estos son los criterios de la rúbrica',
    nothing:
      'No hay ningún modelo de lenguaje conectado, y nada en el material de este asistente responde a tu pregunta.',
    noMaterial:
      'No hay ningún modelo de lenguaje conectado, y este asistente no tiene material que citar. Un administrador de la organización puede conectar un proveedor en los ajustes.',
    weight: 'peso',
  },
  ca: {
    quotes:
      'No hi ha cap model de llenguatge connectat. Aquests passatges són els que millor responen la teva pregunta:',
    perhaps:
      'No hi ha cap model de llenguatge connectat, i pot ser que el material no respongui la teva pregunta. Els passatges més propers són:',
    greeting: 'Hola! No hi ha cap model de llenguatge connectat, però puc citar el material. Què vols saber?',
    thanks: 'De res! Pregunta quan vulguis.',
    rubric:
      'No hi ha cap model de llenguatge connectat, així que aquí no s’avalua res. Aquests són els criteris de la rúbrica',
    nothing:
      'No hi ha cap model de llenguatge connectat, i res del material d’aquest assistent no respon la teva pregunta.',
    noMaterial:
      'No hi ha cap model de llenguatge connectat, i aquest assistent no té material per citar. Un administrador de l’organització pot connectar un proveïdor a la configuració.',
    weight: 'pes',
  },
  eu: {
    quotes:
      'Ez dago hizkuntza-eredurik konektatuta. Hauek dira zure galderari ondoen erantzuten dioten pasarteak:',
    perhaps:
      'Ez dago hizkuntza-eredurik konektatuta, eta baliteke materialak zure galderari ez erantzutea. Pasarterik hurbilenak hauek dira:',
    greeting:
      'Kaixo! Ez dago hizkuntza-eredurik konektatuta, baina materiala aipa dezaket. Zer jakin nahi duzu?',
    thanks: 'Ez horregatik! Galdetu nahi duzunean.',
    rubric:
      'Ez dago hizkuntza-eredurik konektatuta; beraz, hemen ez da ezer ebaluatzen. Hauek dira errubrikaren irizpideak',
    nothing:
      'Ez dago hizkuntza-eredurik konektatuta, eta laguntzaile honen materialean ez dago zure galderari erantzuten dion ezer.',
    noMaterial:
      'Ez dago hizkuntza-eredurik konektatuta, eta laguntzaile honek ez du zer aipaturik. Erakundeko administratzaile batek hornitzaile bat konekta dezake ezarpenetan.',
    weight: 'pisua',
  },
}

/** Used if there is a model that is not called because a budget is nearly used up. */
const PAUSED: Record<
  OwnLanguage,
  Pick<OwnWords, 'quotes' | 'perhaps' | 'rubric' | 'nothing' | 'noMaterial'>
> = {
  en: {
    quotes:
      'The budget is nearly used up, so no language model is used. These passages match your question best:',
    perhaps:
      'The budget is nearly used up, so no language model is used, and the material may not answer your question. The closest passages are:',
    rubric: 'The budget is nearly used up, so nothing is graded here. These are the criteria of the rubric',
    nothing:
      'The budget is nearly used up, so no language model is used, and nothing in the material of this assistant matches your question.',
    noMaterial:
      'The budget is nearly used up, so no language model is used, and this assistant has no material to quote from. Try again after the budget resets.',
  },
  es: {
    quotes:
      'El presupuesto está casi agotado, así que no se consulta ningún modelo de lenguaje. Estos pasajes son los que mejor responden a tu pregunta:',
    perhaps:
      'El presupuesto está casi agotado, así que no se consulta ningún modelo de lenguaje, y puede que el material no responda a tu pregunta. Los pasajes más cercanos son:',
    rubric:
      'El presupuesto está casi agotado, así que aquí no se evalúa nada. Estos son los criterios de la rúbrica',
    nothing:
      'El presupuesto está casi agotado, así que no se consulta ningún modelo de lenguaje, y nada en el material de este asistente responde a tu pregunta.',
    noMaterial:
      'El presupuesto está casi agotado, así que no se consulta ningún modelo de lenguaje, y este asistente no tiene material que citar. Inténtalo de nuevo cuando el presupuesto se restablezca.',
  },
  ca: {
    quotes:
      'El pressupost està gairebé exhaurit, així que no es consulta cap model de llenguatge. Aquests passatges són els que millor responen la teva pregunta:',
    perhaps:
      'El pressupost està gairebé exhaurit, així que no es consulta cap model de llenguatge, i pot ser que el material no respongui la teva pregunta. Els passatges més propers són:',
    rubric:
      'El pressupost està gairebé exhaurit, així que aquí no s’avalua res. Aquests són els criteris de la rúbrica',
    nothing:
      'El pressupost està gairebé exhaurit, així que no es consulta cap model de llenguatge, i res del material d’aquest assistent no respon la teva pregunta.',
    noMaterial:
      'El pressupost està gairebé exhaurit, així que no es consulta cap model de llenguatge, i aquest assistent no té material per citar. Torna-ho a provar quan el pressupost es restableixi.',
  },
  eu: {
    quotes:
      'Aurrekontua ia agortuta dago; beraz, ez da hizkuntza-eredurik erabiltzen. Hauek dira zure galderari ondoen erantzuten dioten pasarteak:',
    perhaps:
      'Aurrekontua ia agortuta dago; beraz, ez da hizkuntza-eredurik erabiltzen, eta baliteke materialak zure galderari ez erantzutea. Pasarterik hurbilenak hauek dira:',
    rubric:
      'Aurrekontua ia agortuta dago; beraz, hemen ez da ezer ebaluatzen. Hauek dira errubrikaren irizpideak',
    nothing:
      'Aurrekontua ia agortuta dago; beraz, ez da hizkuntza-eredurik erabiltzen, eta laguntzaile honen materialean ez dago zure galderari erantzuten dion ezer.',
    noMaterial:
      'Aurrekontua ia agortuta dago; beraz, ez da hizkuntza-eredurik erabiltzen, eta laguntzaile honek ez du zer aipaturik. Saiatu berriro aurrekontua berrezartzen denean.',
  },
}

export const ownWordsIn = (language: OwnLanguage, isPaused: boolean): OwnWords =>
  isPaused ? { ...WORDS[language], ...PAUSED[language] } : WORDS[language]

const wordsOf = (...words: string[]): string =>
  `(?<!\\p{L})(?:${words.join('|').replaceAll(' ', '|')})(?!\\p{L})`

/**
 * Patterns that are typical of one language. A question is too short to tell Spanish from Catalan
 * by small words alone.
 */
const CUES: Record<OwnLanguage, RegExp> = {
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
  const words = toWords(question.slice(0, 2000)).map(withoutAccents)
  let best: OwnLanguage | undefined
  let most = 0
  for (const language of OWN_LANGUAGES) {
    const stops = STOP_WORDS[language]
    const small = words.filter((word) => stops.has(word)).length
    const cues = question.slice(0, 2000).match(CUES[language])?.length ?? 0
    const points = small + 2 * cues + (language === material ? 0.5 : 0)
    if (points > most && small + cues > 0) {
      most = points
      best = language
    }
  }
  return best ?? OWN_LANGUAGES.find((language) => language === material) ?? 'en'
}

export const languageOfMaterial = (texts: readonly string[]): Language =>
  detectLanguage(texts.map((text) => text.slice(0, 1500)).join('\n'))
