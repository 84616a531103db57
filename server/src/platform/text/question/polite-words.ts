import type { Language } from '../language.ts'
import { withoutAccents } from '../words.ts'

/** People greet and thank in one language and ask in another. */
const IN_ANY_LANGUAGE = `
  ok okay hello hi hey hola bonjour bonsoir hallo ciao kaixo merhaba namaste please pls plz thank thanks gracias gracies merci eskerrik mesedez
  sisplau danke grazie obrigado obrigada adios goodbye bye
`

/**
 * Greetings, thanks and the verbs of asking: they say nothing about what is asked. By language, because many mean
 * something else in another: "gut", "tag", "pots", "Gabon".
 */
const POLITE: Partial<Record<Language, string>> = {
  en: `hello hi hey dear greetings morning afternoon evening good nice please kindly thank thanks cheers sorry excuse pardon bother bothering
    help helping helps assist assistance appreciate appreciated grateful advance wonder wondering could would can may might shall should must let
    tell explain know understand ask asking asked question questions answer answers answered respond reply want wanted need needed like liked wish
    hope hoping trying try find out give show look looking forward well fine day week today great wonderful lot much many really maybe perhaps just
    whats whos hows wheres whens wat wht pls plz wanna gonna gimme lemme idk
    regards best sincerely bye goodbye welcome friend sir madam professor teacher time moment quick quickly possible able glad happy`,
  es: `hola buenas buenos dias tardes noches saludos favor gracias muchas muchisimas agradezco agradeceria agradecido agradecida antemano perdon disculpa
    disculpe disculpad molestia molestias molestar ayuda ayudar ayudarme ayudas ayudame podria podrias podrian puedes puede pueden podeis decir decirme
    dime diga digame explicar explicarme explica explicame saber sabes sabe entender quiero quisiera queria querria gustaria necesito necesitaria
    pregunta preguntas preguntar duda dudas respuesta responder respondas espero estes bien encuentres tal cordial saludo estimado estimada querido
    querida senor senora profesor profesora profe atentamente adios hasta luego tiempo buen dia encantado encantada`,
  ca: `bon bona bones dies tarda tardes nit nits hola salut salutacions sisplau plau gracies merci moltes agraeixo agrairia agrait agraida endavant perdo perdona
    perdoni disculpi molestia molesties molestar ajut ajuda ajudar podria podries podrieu pots podeu dir dirme digues digueu explicar explica
    expliqueu saber saps sap entendre vull voldria volia agradaria necessito necessitaria pregunta preguntes preguntar dubte dubtes resposta respondre
    espero estiguis trobis benvolgut benvolguda senyor senyora professor professora profe estimat estimada atentament adeu temps`,
  eu: `kaixo egun on arratsalde gabon mesedez eskerrik asko milesker eskertzen eskertuko barkatu barkaidazu laguntza lagundu lagunduko lagun dezakezu dezakezue
    ahal esan esango esadazu azaldu azaltzen jakin nahi nuke nahiko behar galdera galderak galdetu erantzun agur ondo zaude espero
    azalduko azal zenidake zeniezadake didazu diezadakezu diezadazu zenezake dezakezun nahiko nituzke irakasle jauna andrea`,
  fr: `bonjour bonsoir salut coucou merci beaucoup remercie remercier avance plait svp pardon excuse excusez desole aide aider aidez pourriez pourrais pouvez
    peux dire dites expliquer expliquez savoir sais comprendre voudrais voulais aimerais besoin question questions repondre reponse espere allez bien
    cher chere cordialement bonne journee madame monsieur mesdames messieurs professeur pourrais pourrait chose`,
  de: `hallo moin servus guten tag morgen abend liebe lieber geehrte geehrter danke dank vielen bitte voraus entschuldigung entschuldigen hilfe helfen hilf konnten
    konntest konnen kannst sagen sag erklaren wissen verstehen mochte wurde wollte brauche frage fragen antwort antworten hoffe gut grusse herr frau damen herren`,
  it: `ciao buongiorno buonasera salve grazie mille ringrazio anticipo scusa scusi scusate disturbo aiuto aiutare aiutarmi potresti potrebbe puoi puo dire dirmi
    spiegare spiegarmi sapere capire vorrei volevo bisogno domanda domande risposta rispondere spero bene gentile cordiali saluti favore signore signora professore professoressa prof`,
  pt: `ola oi tchau bom boa bos boas dias tardes noites grazas moitas axuda obrigado obrigada agradeco antecipadamente desculpe ajuda ajudar poderia pode dizer dizerme explicar saber gostaria queria preciso pergunta
    perguntas resposta responder espero favor cumprimentos senhor senhora professor professora`,
  ru: `здравствуйте привет добрый день вечер утро пожалуйста спасибо большое заранее благодарю извините помощь помочь помогите можете могли скажите
    подскажите объясните знать хотел хотела хочу нужно вопрос ответ ответить надеюсь`,
  ar: `مرحبا السلام عليكم صباح الخير مساء شكرا جزيلا فضلك رجاء لطفا ممكن تخبرني اخبرني تشرح اعرف اريد سؤال مساعدة مساعدتي لك لكم`,
  tr: `merhaba selam gunaydin lutfen tesekkur tesekkurler ederim soyler misiniz yardım bilmek istiyorum soru`,
  pl: `witam dzien dobry prosze dziekuje powiedziec chciałbym chciałabym mógłbym mogłabym wiedziec pytanie pomoc`,
  sv: `hej tack snalla saga veta fraga hjalp`,
  nl: `dag goedemorgen goedemiddag alstublieft dank bedankt vertellen weten vraag helpen graag zou kunt`,
  ro: `buna ziua multumesc rog spune stiu intrebare ajutor putea`,
  el: `καλημερα γεια ευχαριστω παρακαλω πειτε ερωτηση βοηθεια`,
  hi: `namaste नमस्ते धन्यवाद कृपया बताइए`,
}

/** What people say about themselves and their studies when they ask; it counts only if there is little else. */
const ABOUT_ASKING = `
  exam exams examination test homework assignment essay class classes course courses lesson lecture study studying studied student students
  prepare preparing preparation reading read learn learning working work project topic subject notes curious interested interest chapter book
  material materials document documents text information info details detail
  examen examenes prueba deberes tarea clase clases curso cursos leccion estudiar estudio estudiando estudiante alumno alumna preparando preparar
  leyendo leer aprender aprendiendo trabajo trabajando proyecto tema asignatura apuntes curiosidad interesa capitulo libro material documento texto
  informacion detalles
  examens prova deures tasca classe classes curs cursos llico estudiar estudio estudiant alumne preparant preparar llegint llegir aprendre aprenent treball
  treballant projecte assignatura apunts curiositat interessa capitol llibre informacio detalls
  azterketa klase ikasten ikasi ikaslea ikasle prestatzen irakurtzen lana proiektua gaia informazioa
`

/** Of these, the ones that a question can also be about: "Which day …", "the role of the teacher". */
const MAYBE_CONTENT = `
  morning afternoon evening day week today time moment friend professor teacher question questions answer answers need needs help assistance reply
  hope wish best advance welcome possible
  madame monsieur senor senora profesor profesora senyor senyora professora professeur professore professoressa senhor senhora irakasle herr frau
  dias tardes noches tiempo dia ayuda pregunta preguntas duda dudas respuesta molestia querido querida
  dies tarda tardes nit nits temps salut ajut ajuda pregunta preguntes dubte dubtes resposta molestia
  egun arratsalde lagun laguntza galdera galderak erantzun
  chose journee aide besoin question questions reponse avance tag morgen abend hilfe frage fragen antwort antworten
  mille aiuto bisogno domanda domande risposta bene disturbo ajuda pergunta perguntas resposta saga dag
`

/** I and you. Not we: papers say it, too. By language, because "mes" is French for my and Catalan for more. */
const PERSONAL: Partial<Record<Language, string>> = {
  en: 'i my me mine you your yours im ive id',
  es: 'yo mi mis me te tu tus estoy tengo llevo soy espero podrias podria vosotros',
  ca: 'jo em meu meva meus meves teu teva et estic tinc vosaltres',
  eu: 'ni nik nire niri zu zuk zure',
  fr: 'je j mon mes moi vous votre vos',
  de: 'ich mein meine mir mich dir dein deine',
  it: 'io mio mia mie miei ti vi',
  pt: 'eu meu minha meus voce',
  ru: 'я мне мой моя меня вы вам ваш',
  nl: 'ik mij mijn je jij jou jouw u uw',
  sv: 'jag mig mitt mina du dig ditt dina',
  pl: 'ja mnie mój moja moje pani pana panu jestem mam chciałbym chciałabym mógłbym mogłabym życzę',
  tr: 'ben bana beni benim sen sana siz size sizi sizin',
  ro: 'eu mie mea meu dumneavoastră',
  el: 'εγώ μου είμαι σας σου',
  hi: 'मैं मेरा मेरी मेरे मुझे आप आपका आपकी आपके आपसे',
  he: 'אני שלי לי אתה',
  ar: 'انا انت لي',
  vi: 'em tôi mình bạn',
  // Ukrainian and Finnish.
  other: 'мені мене мій ви вас ваша вашу minulla minun minä olen',
}

/** Words that begin a question, also where the question mark is forgotten. */
const INTERROGATIVE = `
  what who whom whose when where why which how is are was were do does did can could should tell explain describe define
  que quien quienes cuando donde cual cuales como cuanto cuanta cuantos cuantas explica explicame describe define
  qui quan on quin quina quins quines com quant quanta quants quantes explica descriu zer nor nork noiz non zein nola zenbat zergatik
  quoi quand ou comment quel quelle quels quelles pourquoi combien explique was wer wann wo warum wie welche welcher welches erklare
  cosa chi dove perche quale quali quanto quanti o quem onde qual quais porque wat wie wanneer waar waarom welke hoe
  что кто когда где почему какой какая какие как сколько ما ماذا من متى اين كيف لماذا كم هل
`

/** Verbs that begin a request, in their imperative forms. */
const REQUEST = `
  describe define discuss list compare explain outline summarize summarise identify
  describa defina enumera enumere compara compare explica explique resume resuma identifica nombra
  descriu descrigui defineix enumera compara explica expliqui resumeix identifica
  azaldu deskribatu konparatu decrivez definissez expliquez comparez enumerez resumez
  beschreibe beschreiben erklare erklaren vergleiche vergleichen nenne spiega spieghi descrivi confronta elenca
  descreva defina explique compara опишите объясните сравните
`

const THANKS = `
  thank thanks cheers gracias gracies grazas merci merces eskerrik milesker danke dank grazie obrigado obrigada спасибо شكرا tesekkur tesekkurler
  dziekuje tack bedankt multumesc ευχαριστω धन्यवाद
`

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(withoutAccents))
const inAnyLanguage = toSet(IN_ANY_LANGUAGE)
const polite = new Map(Object.entries(POLITE).map(([language, words]) => [language, toSet(words)]))
const thanks = toSet(THANKS)
const requests = toSet(REQUEST)
const interrogative = toSet(INTERROGATIVE)
const maybeContent = toSet(MAYBE_CONTENT)
const personal = new Map(Object.entries(PERSONAL).map(([language, words]) => [language, toSet(words)]))
const aboutAsking = toSet(ABOUT_ASKING)

/** `word`: in lower case, without accents. In any language if none is given. */
export const isPolite = (word: string, languages?: Iterable<Language>): boolean =>
  inAnyLanguage.has(word) ||
  (languages === undefined
    ? [...polite.values()].some((words) => words.has(word))
    : [...languages].some((language) => polite.get(language)?.has(word)))
export const isMaybeContent = (word: string): boolean => maybeContent.has(word)
/** In any language if that of the text is not known. */
export const isPersonalWord = (word: string, language?: Language): boolean =>
  language === undefined
    ? [...personal.values()].some((words) => words.has(word))
    : (personal.get(language)?.has(word) ?? false)
export const isInterrogative = (word: string): boolean => interrogative.has(word)
export const isRequestVerb = (word: string): boolean => requests.has(word)
export const isThanks = (word: string): boolean => thanks.has(word)
export const isAboutAsking = (word: string): boolean => aboutAsking.has(word)

/** The same in scripts without spaces, with friends and exams: Japanese and Korean sentences often have no pronoun. */
export const UNSPACED_PERSONAL =
  /我|你|您|朋友|考试|考試|私|僕|俺|あなた|友達|試験|お元気|お過ごし|저는|저희|제가|친구|시험|죄송|바랍니다|여쭤|질문이|質問が|お忙し|恐れ入り|お伺い|お尋ね|请教|請教|아침|ผม|ฉัน|คุณ|เพื่อน/u
