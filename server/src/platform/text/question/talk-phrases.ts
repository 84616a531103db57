import { withoutAccents } from '../words.ts'

/** Sentences that only greet, say goodbye or wish something, but whose words are not polite by themselves. */
const GREETINGS = `
  what is up|see you|see you soon|see you later|see you tomorrow|good night|have a nice weekend|have a great weekend|happy birthday|what s up|whats up
  how is it going|how s it going|nice to meet you|hasta manana|hasta pronto|nos vemos|buen fin de semana|feliz navidad|feliz cumpleanos
  fins aviat|fins dema|bon cap de setmana|bon nadal|per molts anys|gero arte|bihar arte|laster arte|zer moduz|a bientot|a demain|au revoir
  bonne nuit|comment ca va|ca va|bis bald|tschuss|auf wiedersehen|gute nacht|wie geht es dir|wie geht es ihnen|wie geht s|schones wochenende
  bos dias|boas tardes|boas noites|ata logo|ata manana|arrivederci|buonanotte|come stai|come va|a presto|ate logo|tudo bem|boa noite|bom fim de semana|tot ziens|welterusten|hoe gaat het
  до свидания|пока|как дела|доброе утро|спокойной ночи|ورحمة الله|ورحمة الله وبركاته|كيف حالك|مع السلامة|nasılsın|nasılsınız|iyi günler|iyi geceler
  xin chao|chao ban|zdravo|ahoj|dobry den|czesc|do widzenia|dobranoc|salam|halo|apa kabar|selamat pagi|moi|hei|terve|szia|jo napot
  שלום|היי|מה שלומך|בוקר טוב|ערב טוב|आप कैसे हैं|τι κανεις|γεια σου|καληνυχτα
`
const THANKS = `
  ok|okay|okey|okay then|got it|i see|understood|perfect|sounds good|cool|vale|de acuerdo|entendido|perfecto|genial|d acord|entesos|perfecte
  ados|ados da|ulertuta|d accord|compris|parfait|alles klar|verstanden|va bene|ho capito|capito|perfetto|entendi|perfeito|хорошо|понятно|ладно
  danke schon|danke sehr|grazas pola axuda|moitas grazas pola axuda|obrigado pela ajuda|obrigada pela ajuda|תודה על העזרה|תודה רבה על העזרה
  thx|ty|thx a lot|much appreciated|eskerrik asko laguntzagatik|laguntzagatik|u wel|je wel|kiitos|kiitos paljon|tak|tak for hjælpen|mange tak
  takk|tusen takk|cam on|cam on ban|תודה|תודה רבה|koszonom|dekuji|hvala|terima kasih|дякую|благодарю
`
const toSet = (list: string): ReadonlySet<string> =>
  new Set(list.split(/[|\n]/).map((phrase) => phrase.trim().split(' ').map(withoutAccents).join(' ')))
const greetings = toSet(GREETINGS)
const thanks = toSet(THANKS)

export type Talk = 'greeting' | 'thanks'

/** `phrase`: words in lower case, without accents, with one space between them. */
export const talkOf = (phrase: string): Talk | undefined =>
  phrase === '' ? undefined : thanks.has(phrase) ? 'thanks' : greetings.has(phrase) ? 'greeting' : undefined

const UNSPACED_THANKS =
  /非常感谢|非常感謝|感谢|感謝|多谢|多謝|谢谢|謝謝|どうもありがとう|ありがとうございま(?:す|した)|ありがとう|助かりました|了解(?:です|しました)|わかりました|分かりました|감사(?:합니다|드립니다|해요)|고맙습니다|고마워요?|알겠습니다|알겠어요|ขอบคุณ/u
const UNSPACED_GREETINGS =
  /你好吗|你好|您好|大家好|早上好|早安|上午好|下午好|晚上好|晚安|再见|再見|拜拜|不客气|辛苦了|不好意思|打扰(?:您|你)?了?|こんにちは|こんばんは|おはようございます|おはよう|はじめまして|お元気ですか|元気ですか|お疲れ様(?:です|でした)?|さようなら|すみません|失礼します|どうぞ|よろしく|お願い(?:いた)?します|안녕하세요|안녕하십니까|안녕히 ?(?:가|계)세요|안녕|반갑습니다|좋은 ?(?:아침|하루|저녁)(?:입니다|이에요|보내세요| 보내세요| 되세요)?|수고하세요|잘 ?지내(?:세요|셨어요)|(?:잘 ?)?부탁(?:드립니다|합니다|해요)|สวัสดี|สบายดีไหม|ลาก่อน|ราตรีสวัสดิ์/u

const ALL = new RegExp(`${UNSPACED_THANKS.source}|${UNSPACED_GREETINGS.source}`, 'gu')

/** The same in scripts without spaces, anywhere in the text. */
export const unspacedTalkIn = (text: string): Talk | undefined =>
  UNSPACED_THANKS.test(text) ? 'thanks' : UNSPACED_GREETINGS.test(text) ? 'greeting' : undefined

export const withoutUnspacedTalk = (text: string): string => text.replace(ALL, ' ')
