import { describe, expect, test } from 'vitest'
import { detectLanguage } from '../../../../platform/text/language.ts'
import { termsOf } from '../../../../platform/text/terms.ts'
import { KnowledgeIndex } from '../search/knowledge-index.ts'
import { buildSegment, writeSegment } from '../search/segment.ts'
import { gradeOf, isOneSlip } from './grade.ts'

const BOOK = [
  'The Normans were the people who in the 10th and 11th centuries gave their name to Normandy, a region in France.',
  'Photosynthesis turns light into chemical energy inside the chloroplasts of plants.',
  'The French Revolution began in 1789 with the storming of the Bastille in Paris.',
  'Mitochondria release energy by cellular respiration, which needs oxygen.',
  'The Rhine begins in the Swiss Alps and ends in the North Sea near Rotterdam.',
]

function gradeIn(texts: readonly string[], question: string) {
  const index = new KnowledgeIndex(1e9)
  index.want(
    1,
    texts.map((_, at) => at),
  )
  const languages = texts.map((text) => detectLanguage(text))
  index.add(
    1,
    texts.map((text, at) => ({
      id: at,
      file: at,
      bytes: writeSegment(buildSegment([text], languages[at] ?? 'other')),
    })),
  )
  const results = index.find([1], question, 3)
  const passages = results.chunks.map(({ file }) => ({
    head: '',
    text: texts[file] ?? '',
    language: languages[file] ?? ('other' as const),
  }))
  return { grade: gradeOf(results, passages), best: results.chunks[0]?.file }
}

test.each([
  ['In which region of France did the Normans live?', 0],
  ['How do plants turn light into chemical energy?', 1],
  ['When was the storming of the Bastille?', 2],
  ['Where does the Rhine begin?', 4],
  [
    'Hello! I hope you are having a nice day. I am preparing my exam since yesterday. Where does the Rhine begin? Many thanks!',
    4,
  ],
])('%s is found', (question, file) => {
  expect(gradeIn(BOOK, question)).toEqual({ grade: 'found', best: file })
})

test.each([
  ['How do plants turn light into chemcial energy?', 1],
  ['When was the stroming of the Bastille?', 2],
  ['In which region of France did the Norrmans live?', 0],
])('%s is found despite a misspelt word', (question, file) => {
  expect(gradeIn(BOOK, question)).toEqual({ grade: 'found', best: file })
})

test('words that differ by one letter inside are one slip apart', () => {
  for (const [one, other] of [
    ['energy', 'enrgy'],
    ['energy', 'enregy'],
    ['energy', 'enurgy'],
    ['energy', 'enerrgy'],
    ['rhine', 'rhien'],
  ] as const)
    expect([isOneSlip(one, other), isOneSlip(other, one)], other).toEqual([true, true])
  for (const [one, other] of [
    ['energy', 'enery s'],
    ['Rhine', 'Shine'],
    ['plant', 'plans'],
    ['energy', 'eenrgyy'],
    ['a1990s', 'a1980s'],
  ] as const)
    expect(isOneSlip(one, other), other).toBe(false)
})

test.each([
  ['What is my name?', ['The Normans gave their name to Normandy.', 'Lakes have a name.']],
  ['What is 17 times 23?', ['On 17 June, 23 ships left, several times.', 'The 17 rooms have 23 doors.']],
])('%s is never found', (question, texts) => {
  expect(gradeIn(texts, question).grade).not.toBe('found')
})

test.each([
  ['What is the capital of Mongolia?'],
  ['Who painted the ceiling of the Sistine Chapel?'],
  ['Which football club won the Champions League in 2009?'],
  ['hello'],
  ['Thank you very much!'],
  ['Good morning! Could you please tell me who wrote Don Quixote? Thanks in advance.'],
])('%s finds nothing', (question) => {
  expect(gradeIn(BOOK, question).grade).toBe('nothing')
})

test('Chinese, Japanese, Korean, Thai, Arabic and Hebrew documents are found', () => {
  const texts = [
    '光合作用是植物利用光能把二氧化碳和水变成有机物的过程。',
    '法国大革命始于1789年攻占巴士底狱。',
    '日本の首都は東京であり、人口は約千四百万人である。',
    '京都は平安時代の都であった。',
    '세종대왕은 1443년에 한글을 만들었다.',
    'พืชใช้แสงแดดในการสังเคราะห์อาหาร',
    'تقع مدينة القاهرة على ضفاف نهر النيل.',
    'ירושלים היא בירת ישראל והעיר הגדולה בה.',
  ]
  const asked: [string, number][] = [
    ['法国大革命是什么时候开始的？', 1],
    ['植物如何利用光能？', 0],
    ['日本の首都はどこですか？', 2],
    ['한글은 누가 만들었나요?', 4],
    ['พืชใช้อะไรในการสังเคราะห์อาหาร', 5],
    ['أين تقع القَاهِرة؟', 6],
    ['מהי בירת ישראל?', 7],
  ]
  for (const [question, file] of asked)
    expect(gradeIn(texts, question), question).toMatchObject({ best: file })
  for (const [question] of asked) expect(gradeIn(texts, question).grade, question).not.toBe('nothing')
})

describe('questions in scripts without spaces', () => {
  const texts = [
    '光合作用是植物利用光能把水和二氧化碳转化为糖类的过程，发生在叶绿体中，同时释放氧气。叶片呈绿色是因为叶绿素吸收红光。',
    '鲁迅原名周树人，早年赴日本仙台学习医学，后来弃医从文。他的杂文以尖锐的讽刺著称。',
    '光合成は植物が光のエネルギーを使って水と二酸化炭素から糖を合成する反応である。反応は葉緑体の中で進む。',
    '人間の心臓は四つの部屋に分かれ、一分間に約70回拍動する。弁は血液の逆流を防ぐ。',
    '꿀벌 무리는 여왕벌 한 마리와 일벌 수만 마리로 이루어진다. 일벌은 8자 춤으로 꽃의 위치를 동료에게 알린다.',
    '피아노는 건반을 누르면 해머가 현을 때려 소리를 내는 악기이다. 이탈리아의 크리스토포리가 발명했다.',
    'ผึ้งงานเต้นรำเป็นรูปเลขแปดเพื่อบอกตำแหน่งดอกไม้',
  ]

  test.each([
    ['叶子为什么是绿色的？', 0],
    ['鲁迅的真名叫什么？', 1],
    ['植物はどこで糖を作りますか？', 2],
    ['心臓の弁の役割は何ですか？', 3],
    ['일벌은 꽃이 있는 곳을 어떻게 알리나요?', 4],
    ['피아노를 발명한 사람은 누구인가요?', 5],
    ['ผึ้งงานบอกตำแหน่งดอกไม้อย่างไร', 6],
  ])('%s is answered', (question, best) => {
    expect(gradeIn(texts, question)).toMatchObject({ best })
    expect(gradeIn(texts, question).grade).not.toBe('nothing')
  })

  test.each([
    ['丝绸之路的东方起点是哪座城市？'],
    ['茶室の入り口はどうして低いのですか？'],
    ['ワールドカップで最も多く優勝した国はどこですか？'],
    ['독일의 초인플레이션은 몇 년에 일어났나요?'],
    ['ประเทศใดชนะเลิศฟุตบอลโลกมากที่สุด'],
  ])('%s is not', (question) => {
    expect(gradeIn(texts, question).grade).toBe('nothing')
  })
})

test('a statement needs less than a question', () => {
  const terms = [termsOf('enzyme', 'en')?.word ?? 0]
  const judged = {
    words: [{ text: 'enzyme', terms, weight: 5, isName: false, isUnknown: false }],
    coverage: 0.15,
    tenth: 0.2,
    focus: 0,
    isVague: false,
  }
  const passage = { head: '', text: 'An enzyme is a catalyst.', language: 'en' as const }
  expect(gradeOf({ ...judged, isStatement: true }, [passage])).toBe('perhaps')
  expect(gradeOf({ ...judged, isStatement: false }, [passage])).toBe('nothing')
})

const AFRICA = [
  'Gabon is a country on the coast of Central Africa. Its capital is Libreville.',
  'A tag marks a part of a page. The first program prints Hello, world.',
  'La salut és un estat de benestar. La dieta ajuda la salut de les persones.',
  'Gabon Afrikako herrialde bat da, eta ekuatorean dago.',
]

test.each(['Gabon', 'gabon?', 'tag', 'salut', 'Què és la salut?', 'Zer da Gabon?', 'Gabon non dago?'])(
  'a greeting that the material is about is looked for: %s',
  (question) => {
    expect(gradeIn(AFRICA, question).grade).not.toBe('nothing')
  },
)

test.each(['hello', 'Salut!', 'ola', 'Gabon, bihar arte', 'good night', 'ok', 'ok, thanks', 'vale, gracias'])(
  'a greeting, or a word that the material does not have, is not: %s',
  (question) => {
    expect(gradeIn(AFRICA, question).grade).toBe('nothing')
  },
)

test('a Hebrew word is the same with and without an article or preposition', () => {
  const texts = [
    'הפוטוסינתזה ממירה אנרגיית אור לאנרגיה כימית.',
    'הרפובליקה הרומית הסתיימה בשנת 27 לפני הספירה.',
  ]
  expect(gradeIn(texts, 'מה זה פוטוסינתזה?')).toMatchObject({ grade: 'found' })
  expect(gradeIn(texts, 'מהי בירת אוסטרליה?').grade).toBe('nothing')
})

test('an English question is not answered in Catalan because of a common stem', () => {
  const texts = [...BOOK, 'L’hel·lenisme i l’hel·lè són temes del curs de grec que es fa a la universitat.']
  expect(gradeIn(texts, 'hello there').grade).toBe('nothing')
  expect(gradeIn(texts, 'Where is the Rhine?').best).toBe(4)
})

test('a rare language among the documents does not make its words rare', () => {
  const texts = [
    ...Array.from({ length: 40 }, (_, at) => `The energy of the cell is stored in molecules of type ${at}.`),
    'Energy',
  ]
  expect(gradeIn(texts, 'Which molecules store the energy of the cell?').best).not.toBe(40)
})

describe('the focus of a search', () => {
  const TOPICS = ['glacier', 'violin', 'enzyme', 'treaty', 'comet', 'harbour']
  const passagesOn = (topic: string) =>
    ['first', 'second', 'third', 'fourth'].map(
      (place) => `The ${place} passage on the ${topic} says what a ${topic} is and names a river.`,
    )

  function focusOf(documents: readonly (readonly string[])[], question: string): number {
    const index = new KnowledgeIndex(1e9)
    index.want(
      1,
      documents.map((_, at) => at),
    )
    index.add(
      1,
      documents.map((texts, at) => ({ id: at, file: at, bytes: writeSegment(buildSegment(texts, 'en')) })),
    )
    return index.find([1], question, 3).focus
  }

  test('is high if the best passages are from one document, and low if they are from many', () => {
    const documents = TOPICS.map(passagesOn)
    expect(focusOf(documents, 'What is an enzyme?')).toBeGreaterThan(0.5)
    const scattered = TOPICS.map((topic, at) => [...passagesOn(topic), `Saffron is traded in town ${at}.`])
    expect(focusOf(scattered, 'Where is saffron traded?')).toBeLessThan(0)
  })

  test('is lower for a document with only one other passage than for one with many', () => {
    const many = TOPICS.map((topic) => [...passagesOn(topic), ...passagesOn(topic)])
    const two = TOPICS.map((topic) => passagesOn(topic).slice(0, 2))
    expect(focusOf(two, 'What is an enzyme?')).toBeGreaterThan(0)
    expect(focusOf(two, 'What is an enzyme?')).toBeLessThan(focusOf(many, 'What is an enzyme?') * 0.7)
  })

  test('says nothing about documents of one passage, or of most of the base', () => {
    expect(
      focusOf(
        TOPICS.flatMap(passagesOn).map((text) => [text]),
        'What is an enzyme?',
      ),
    ).toBe(0)
    expect(focusOf([passagesOn('enzyme')], 'What is an enzyme?')).toBe(0)
    expect(focusOf([passagesOn('enzyme'), passagesOn('comet')], 'What is an enzyme?')).toBe(0)
  })

  test('decides where the words alone are in doubt', () => {
    const terms = [termsOf('enzyme', 'en')?.word ?? 0]
    const judged = {
      words: [{ text: 'enzyme', terms, weight: 5, isName: false, isUnknown: false }],
      coverage: 0.6,
      tenth: 0.5,
      isStatement: false,
      isVague: false,
    }
    const passage = { head: '', text: 'An enzyme is a catalyst.', language: 'en' as const }
    expect(gradeOf({ ...judged, focus: -0.25 }, [passage])).toBe('perhaps')
    expect(gradeOf({ ...judged, focus: 0.7 }, [passage])).toBe('found')
  })
})
