import { withoutAccents } from '../words.ts'

/** What people say when they greet, say goodbye or wish something, and whose words are not all polite by themselves. */
const GREETINGS = `
  what is up|see you|see you soon|see you later|see you tomorrow|good night|have a nice weekend|have a great weekend|happy birthday|what s up|whats up
  how is it going|how s it going|nice to meet you|never mind|no problem|you re welcome|good morning|good day|hello|good evening|good afternoon
  hasta manana|hasta pronto|hasta la vista|nos vemos|que tal|como estas|de nada|buen fin de semana|feliz navidad|feliz cumpleanos
  fins aviat|fins dema|fins despres|fins ara|adeu siau|bon dia|bona tarda|bon vespre|com va|com estas|de res|bon cap de setmana|bon nadal|per molts anys
  gero arte|bihar arte|laster arte|zer moduz|egun on|arratsalde on|a bientot|a demain|au revoir|bonjour|bonsoir|salut
  bonne nuit|bonne journee|bonne soiree|comment ca va|comment allez vous|comment vas tu|ca va|de rien
  bis bald|bis morgen|bis spater|tschuss|auf wiedersehen|gute nacht|hallo|gruß gott|gruezi|wie geht es dir|wie geht es ihnen|wie geht es euch|wie geht s
  wie geht s dir|schones wochenende|schonen tag|schonen abend|gern geschehen
  bos dias|boas tardes|boas noites|ata logo|ata manana|arrivederci|buonanotte|buona giornata|buona serata|come stai|come va|a presto|a domani|di niente
  ola|oi|bom dia|boa tarde|ate logo|ate amanha|ate mais|tudo bem|como vai|como voce esta|boa noite|bom fim de semana
  tot ziens|tot morgen|tot straks|doei|goedemorgen|goedenavond|welterusten|hoe gaat het|hoe gaat het met je|hoe gaat het met u|fijne dag|fijne avond
  kun je mij helpen|kun je me helpen|czy możesz mi pomóc|ты можешь мне помочь|вы можете мне помочь
  здравствуйте|привет|добрый день|добрый вечер|до свидания|до встречи|до завтра|пока|как дела|доброе утро|спокойной ночи|хорошего дня
  привіт|вітаю|добрий день|доброго дня|доброго ранку|добрий вечір|доброго вечора|як справи|до побачення|на все добре
  здравей|здравейте|добър ден|как си|довиждане
  مرحبا|أهلا|أهلا وسهلا|السلام عليكم|وعليكم السلام|ورحمة الله|ورحمة الله وبركاته|كيف حالك|مع السلامة|إلى اللقاء|صباح الخير|مساء الخير
  merhaba|selam|günaydın|nasılsın|nasılsınız|nasıl gidiyor|iyi günler|iyi akşamlar|iyi geceler|görüşürüz|hoşça kal|hoşçakal|ne haber|naber
  xin chao|chao ban|chào|chào buổi sáng|tạm biệt|hẹn gặp lại|bạn khỏe không|zdravo|dobar dan|dobro jutro|kako si|doviđenja
  ahoj|dobry den|dobré ráno|dobrý večer|jak se máš|jak se máte|na shledanou|nashledanou|čau
  czesc|dzień dobry|dobry wieczór|do widzenia|dobranoc|na razie|jak się masz|co słychać|miłego dnia|siema
  salam|halo|apa kabar|selamat pagi|selamat siang|selamat sore|selamat malam|sampai jumpa
  moi|moikka|hei|terve|huomenta|hyvää huomenta|hyvää päivää|hyvää iltaa|hyvää yötä|mitä kuuluu|näkemiin
  hej|hejsan|god morgon|god kväll|god natt|hur mår du|hur är det|hej då|vi ses|god morgen|god aften|hvordan går det|hvordan har du det|farvel
  szia|sziasztok|jo napot|jó reggelt|jó estét|hogy vagy|viszlát|viszontlátásra|bună|bună ziua|bună dimineața|bună seara|ce mai faci|la revedere
  שלום|היי|מה שלומך|מה נשמע|בוקר טוב|ערב טוב|לילה טוב|להתראות|יום טוב
  नमस्ते|नमस्कार|सुप्रभात|शुभ रात्रि|अलविदा|आप कैसे हैं|फिर मिलेंगे
  γεια|καλημέρα|καλησπέρα|καληνυχτα|χαίρετε|τι κανεις|τι κάνετε|γεια σου|γεια σας|αντίο
`
const THANKS = `
  ok|okay|okey|okay then|got it|i see|understood|perfect|sounds good|cool|vale|de acuerdo|entendido|perfecto|genial|d acord|entesos|perfecte
  ados|ados da|ulertuta|d accord|compris|parfait|alles klar|verstanden|va bene|ho capito|capito|perfetto|entendi|perfeito|хорошо|понятно|ладно
  thank you|thanks|gracias|gracies|grazas|moitas grazas|eskerrik asko|grazie|obrigado|obrigada|danke|vielen dank|bedankt|thx|ty|much appreciated|that was helpful|that was very helpful|moltes gracies|mila esker|merci|danke schon|danke sehr|valeu|hartelijk dank|u wel|je wel
  kiitos|kiitoksia|tack|tak|mange tak|tusind tak|tusen tack|takk|tusen takk|cam on|xin cam on|תודה|תודה רבה|koszonom|köszi|dekuji|děkuju|díky|ďakujem|hvala
  dziękuję|dzięki|terima kasih|makasih|дякую|щиро дякую|спасибі|спасибо|благодарю|благодаря|شكرا|شكرا جزيلا|teşekkür ederim|teşekkürler|sağ ol|sağol
  mulțumesc|mersi|ευχαριστώ|धन्यवाद|शुक्रिया
`
/** Said beside the former: for your help, to all, very much. */
const BESIDE = `
  a lot|so much|very much|for your help|for the help|everyone|everybody|all|guys|class|there|por tu ayuda|por su ayuda|por la ayuda|a todos|a todas
  per la teva ajuda|per la vostra ajuda|per l ajuda|a tothom|a tots|laguntzagatik|zure laguntzagatik|guztioi|denoi
  et|infiniment|mille fois|madame|monsieur|a tous|a toutes|pour votre aide|pour ton aide|pour l aide|und|zusammen|noch|fur die hilfe|fur deine hilfe
  fur ihre hilfe|fur eure hilfe|a tutti|per l aiuto|per il tuo aiuto|muito|pela ajuda|pela sua ajuda|pola axuda|pola tua axuda
  voor je hulp|voor uw hulp|voor de hulp|allemaal|heel erg|bardzo|wielkie|za pomoc|wszystkim|всем|за помощь|за вашу помощь|за твою помощь|большое|огромное
  дуже|усім|за допомогу|за вашу допомогу|за твою допомогу|много|على المساعدة|على مساعدتك|على مساعدتكم|על העזרה|לכולם|רבה
  çok|yardımın için|yardımınız için|yardım için|herkese|rất nhiều|nhiều|bạn|ạ|बहुत|आपका|मदद के लिए|आपकी मदद के लिए|πολύ|σας|για τη βοήθεια
  så mycket|för hjälpen|alla|for hjælpen|for hjelpen|paljon|avusta|kaikille|mult|pentru ajutor|moc|szépen|a segítséget|puno|lijepa
  banyak|atas bantuannya|atas bantuan anda
`
const toSet = (list: string): ReadonlySet<string> =>
  new Set(list.split(/[|\n]/).map((phrase) => phrase.trim().split(' ').map(withoutAccents).join(' ')))
const greetings = toSet(GREETINGS)
const thanks = toSet(THANKS)
const beside = toSet(BESIDE)

export type Talk = 'greeting' | 'thanks'

const LONGEST_PHRASE = 5
const MAX_WORDS = 12

/** If the words are nothing but such phrases and others that say nothing. `words`: in lower case, without accents. */
export function talkOf(words: readonly string[], saysNothing: (word: string) => boolean): Talk | undefined {
  if (words.length > MAX_WORDS) return undefined
  /** For each number of words from the start: whether they can be divided like this, and what they then say. */
  const divided: (Talk | 'nothing' | undefined)[] = ['nothing']
  for (let end = 1; end <= words.length; end++) {
    for (let start = Math.max(0, end - LONGEST_PHRASE); start < end; start++) {
      const before = divided[start]
      const phrase = before && kindOf(words.slice(start, end).join(' '), saysNothing)
      if (!before || !phrase) continue
      divided[end] = [before, phrase, divided[end]].reduce(said, 'nothing')
    }
  }
  const talk = divided[words.length]
  return talk === 'nothing' ? undefined : talk
}

const said = (one: Talk | 'nothing' | undefined, other: Talk | 'nothing' | undefined): Talk | 'nothing' =>
  [one, other].includes('thanks') ? 'thanks' : [one, other].includes('greeting') ? 'greeting' : 'nothing'

function kindOf(phrase: string, saysNothing: (word: string) => boolean): Talk | 'nothing' | undefined {
  if (thanks.has(phrase)) return 'thanks'
  if (greetings.has(phrase)) return 'greeting'
  return beside.has(phrase) || saysNothing(phrase) ? 'nothing' : undefined
}

const UNSPACED_THANKS =
  /非常感谢|非常感謝|感谢|感謝|多谢|多謝|谢谢|謝謝|どうもありがとう|ありがとうございま(?:す|した)|ありがとう|助かりました|了解(?:です|しました)|わかりました|分かりました|감사(?:합니다|드립니다|해요)|고맙습니다|고마워요?|알겠습니다|알겠어요|도와주셔서|ขอบคุณ/u
const UNSPACED_GREETINGS =
  /你好吗|你好|您好|大家好|早上好|(?:最近|近来)(?:怎么样|怎麼樣|好吗|好嗎)|早安|上午好|下午好|晚上好|晚安|再见|再見|拜拜|不客气|辛苦了|不好意思|打扰(?:您|你)?了?|こんにちは|こんばんは|おはようございます|おはよう|はじめまして|お元気ですか|元気ですか|お疲れ様(?:です|でした)?|さようなら|すみません|失礼します|どうぞ|よろしく|お願い(?:いた)?します|안녕하세요|안녕하십니까|안녕히 ?(?:가|계)세요|안녕|반갑습니다|좋은 ?(?:아침|하루|저녁)(?:입니다|이에요|보내세요| 보내세요| 되세요)?|수고하세요|잘 ?지내(?:세요|셨어요|요|니)|(?:잘 ?)?부탁(?:드립니다|합니다|해요)|สวัสดี|สบายดีไหม|ลาก่อน|ราตรีสวัสดิ์/u

const ALL = new RegExp(`${UNSPACED_THANKS.source}|${UNSPACED_GREETINGS.source}`, 'gu')

/** The same in scripts without spaces, anywhere in the text. */
export const unspacedTalkIn = (text: string): Talk | undefined =>
  UNSPACED_THANKS.test(text) ? 'thanks' : UNSPACED_GREETINGS.test(text) ? 'greeting' : undefined

export const withoutUnspacedTalk = (text: string): string => text.replace(ALL, ' ')
