import { describe, expect, test } from 'vitest'
import { readQuestion } from './read-question.ts'

const NORMANS = 'When did the Normans arrive in England?'

describe('what a question asks', () => {
  test.each([
    ['a short question', NORMANS],
    ['a polite one', `Hello! I hope you are well. ${NORMANS} Thank you very much in advance!`],
    ['a greeting in another language', `¡Hola, buenos días! ${NORMANS} Muchas gracias.`],
  ])('%s', (_name, question) => {
    expect(readQuestion(question)).toMatchObject({ asks: NORMANS, context: '' })
  })

  test('keeps what it is about as context', () => {
    const story = 'Last summer we visited a castle near Hastings with my parents.'
    expect(readQuestion(`${story} ${NORMANS}`)).toMatchObject({ asks: NORMANS, context: story, aside: '' })
  })

  test('tells sentences about the topic from those about the writer', () => {
    const aboutWriter = 'I have been preparing my exam since Monday and I am lost.'
    const aboutTopic = 'Castles of stone replaced your usual wooden towers on the hills near Hastings.'
    expect(readQuestion(`${aboutWriter} ${aboutTopic} ${NORMANS}`)).toMatchObject({
      asks: NORMANS,
      context: aboutTopic,
      aside: aboutWriter,
    })
  })

  test('a request asks, too, unless it only says how to answer', () => {
    const request = 'Describe retrieval and indexing of documents in other languages.'
    const question = 'What bearing does this have on the science in general?'
    expect(readQuestion(`${request} ${question}`).asks).toBe(`${request}\n${question}`)
    expect(readQuestion(`${NORMANS} Explain it in simple words, please.`).asks).toBe(NORMANS)
  })

  test('a doubt in brackets is not the question', () => {
    const need = 'The stirrup reached Europe in the eighth century (732?).'
    expect(
      readQuestion(`${need.replace('.', '')} It changed how knights fought on horseback.`),
    ).toMatchObject({
      context: '',
      aside: '',
    })
  })

  test('takes the sentence before a question that says little by itself', () => {
    const { asks } = readQuestion('Chlorophyll is a green pigment. When was it discovered?')
    expect(asks).toContain('Chlorophyll')
    expect(readQuestion('I am reading about chlorophyll. What is it for?').asks).toContain('chlorophyll')
    const short = 'I have been preparing my exam since Monday. What are clades?'
    expect(readQuestion(short).asks).toBe('What are clades?')
  })

  test('uses all of a statement, but gives sentences about the topic more weight than those about the writer', () => {
    const need = 'Methods of indexing and retrieval in large libraries.'
    expect(readQuestion(need).asks).toBe(need)
    expect(readQuestion(`I have been preparing my thesis since March. ${need}`).asks).toBe(need)
  })

  test.each([
    ['ca', 'El cor té quatre cavitats i batega més ràpid amb l’esforç. La sang torna al cor per les venes.'],
    ['es', 'La cosecha dura un mes en el valle. El riego llega por canales de piedra.'],
    ['en', 'We compare methods of indexing in libraries. Stems of words help most.'],
  ])('words that mean I or you in another language do not make a statement personal: %s', (_, text) => {
    expect(readQuestion(text)).toMatchObject({ asks: text.replace(/(?<=\.) /, '\n'), context: '' })
  })

  test.each([
    ['Hello', 'greeting'],
    ['good morning!', 'greeting'],
    ['¡Hola! ¿Qué tal?', 'greeting'],
    ['Bon dia', 'greeting'],
    ['Kaixo', 'greeting'],
    ['你好', 'greeting'],
    ['Thank you so much', 'thanks'],
    ['Moltes gràcies', 'thanks'],
    ['Eskerrik asko', 'thanks'],
    ['ありがとうございます', 'thanks'],
    ['こんにちは、お元気ですか？', 'greeting'],
    ['よろしくお願いします', 'greeting'],
    ['谢谢你的帮助！', 'thanks'],
    ['早上好', 'greeting'],
    ['안녕하세요? 반갑습니다', 'greeting'],
    ['감사합니다 안녕히 계세요', 'thanks'],
    ['ขอบคุณมากค่ะ', 'thanks'],
    ['Здравствуйте, как дела?', 'greeting'],
    ['السلام عليكم ورحمة الله', 'greeting'],
    ['Merhaba, nasılsın?', 'greeting'],
    ['Dank u wel', 'thanks'],
    ['תודה רבה', 'thanks'],
    ['Gero arte', 'greeting'],
    ['See you tomorrow', 'greeting'],
    ['ok, thanks', 'thanks'],
    ['Got it!', 'thanks'],
    ['vale, gracias', 'thanks'],
    ['Ados, eskerrik asko', 'thanks'],
    ['Danke schön', 'thanks'],
    ['Moitas grazas', 'thanks'],
    ['Bos días', 'greeting'],
    ['Grazas pola axuda', 'thanks'],
    ['Hartelijk dank voor je hulp!', 'thanks'],
    ['Tack så mycket för hjälpen', 'thanks'],
    ['Yardımın için çok teşekkürler', 'thanks'],
    ['Дуже дякую за допомогу', 'thanks'],
    ['Cảm ơn bạn rất nhiều', 'thanks'],
    ['도와주셔서 감사합니다', 'thanks'],
    ['Cześć, jak się masz?', 'greeting'],
    ['Hallo, wie geht es dir?', 'greeting'],
    ['Γεια σου, τι κάνεις;', 'greeting'],
    ['Bună ziua, ce mai faci?', 'greeting'],
    ['Au revoir et bonne journée', 'greeting'],
    ['您好，最近怎么样？', 'greeting'],
    ['Who is everyone in the class?', undefined],
    ['Wie geht es weiter?', undefined],
    ['了解です', 'thanks'],
    ['알겠습니다', 'thanks'],
    ['תודה רבה על העזרה', 'thanks'],
    ['شكرا جزيلا لك', 'thanks'],
    ['What’s up?', 'greeting'],
    ['Què és la salut?', undefined],
    ['Gabon non dago?', undefined],
    ['¿Qué es un saludo?', undefined],
    ['早上的太阳为什么是红色的？', undefined],
    ['What is a good night for plants?', undefined],
    [NORMANS, undefined],
    ['Why is the sky blue, please?', undefined],
    ['你好，光合作用是什么？', undefined],
  ])('%s', (question, talk) => {
    expect(readQuestion(question).talk).toBe(talk)
  })

  test.each([
    [
      'おはようございます。来週の試験の準備をしていて、昨日から資料を読んでいます。蜂蜜はどう作りますか？ありがとうございます。',
      '蜂蜜はどう作りますか？',
    ],
    [
      '富士山が好きです。富士山の高さを教えてください。よろしくお願いします。',
      '富士山の高さを教えてください。',
    ],
    ['你好！我正在准备下周的考试。鲁迅在哪里学医？谢谢！', '鲁迅在哪里学医？'],
    [
      '안녕하세요! 저는 시험을 준비하고 있습니다. 태풍의 눈은 무엇입니까. 감사합니다!',
      '태풍의 눈은 무엇입니까.',
    ],
    ['مرحبا! أتمنى أن تكون بخير. من اخترع البيانو؟ شكرا جزيلا!', 'من اخترع البيانو؟'],
    ['สวัสดีครับ ผมกำลังเตรียมสอบสัปดาห์หน้า ใครเป็นผู้ประดิษฐ์เปียโน ขอบคุณมากครับ', 'ใครเป็นผู้ประดิษฐ์เปียโน'],
  ])('also in other scripts, with other marks or none: %s', (question, asks) => {
    expect(readQuestion(question).asks).toBe(asks)
  })

  test.each([
    ['Vitamin D lowers the risk of fractures.', true],
    ['indexing of large libraries', true],
    ['Vitamin D lowers the risk of what?', false],
    ['what is the capital of mongolia', false],
    ['cual es la capital de mongolia', false],
  ])('%s: is a statement: %s', (question, isStatement) => {
    expect(readQuestion(question).isStatement ?? false).toBe(isStatement)
  })

  test('a very long message is read in linear time and up to a limit', () => {
    expect(readQuestion('a? '.repeat(50_000)).asks.length).toBeLessThan(20_000)
  })
})

describe('long and polite forms of a short question ask the same', () => {
  test.each([
    ['nl', 'Goedemiddag, ik ben eerstejaars en ik heb even een vraagje.', 'Wanneer is de herkansing?'],
    ['sv', 'Hej, jag läser första året och undrar en sak om du har tid.', 'När är omtentan?'],
    ['pl', 'Dzień dobry, jestem studentem i chciałbym o coś zapytać.', 'Kiedy jest poprawka?'],
    [
      'tr',
      'Merhaba hocam, ben birinci sınıf öğrencisiyim ve size bir şey sormak istiyorum.',
      'Bütünleme ne zaman?',
    ],
    ['el', 'Καλημέρα σας, είμαι φοιτητής και θα ήθελα να σας ρωτήσω κάτι.', 'Πότε είναι η επανεξέταση;'],
    ['hi', 'नमस्ते सर, मैं छात्र हूँ और आपसे एक सवाल पूछना चाहता हूँ।', 'परीक्षा कब है?'],
    ['fr', 'Bonjour, pourriez-vous m’expliquer une chose ?', 'Quand a lieu le rattrapage ?'],
    ['ja', 'お忙しいところ恐れ入りますが、一つ質問があります。', '追試はいつですか？'],
  ])('%s', (_language, before, question) => {
    expect(readQuestion(`${before} ${question}`)).toMatchObject({ asks: question, context: '' })
  })

  test('a Greek question ends with a semicolon', () => {
    const question = 'Πόσα βιβλία μπορώ να δανειστώ;'
    expect(readQuestion(`${question} Σας ευχαριστώ πάρα πολύ για τη βοήθεια!`).asks).toBe(question)
  })
})
