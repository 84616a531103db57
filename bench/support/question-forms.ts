/** Sentences that people write around a question. */
const AROUND: Record<string, { before: string[]; after: string[] }> = {
  en: {
    before: [
      'Hello! I hope you are having a wonderful day.',
      'Good morning, I am preparing for my exam next week and I have been reading the material since yesterday.',
      'Hi there, sorry to bother you again. My friends and I were discussing this over lunch and could not agree.',
      'Dear assistant, I would be very grateful for your help with something. I could not find it anywhere else.',
    ],
    after: [
      'Thank you very much in advance for your help!',
      'I would really appreciate a short answer. Many thanks.',
      'Please take your time. Have a nice evening!',
    ],
  },
  es: {
    before: [
      '¡Hola! Espero que estés teniendo un buen día.',
      'Buenos días, estoy preparando el examen de la semana que viene y llevo leyendo el material desde ayer.',
      'Perdona que te moleste otra vez. Mis amigos y yo lo estuvimos hablando en la comida y no nos pusimos de acuerdo.',
    ],
    after: [
      '¡Muchas gracias de antemano por tu ayuda!',
      'Te agradecería mucho una respuesta corta. Un saludo.',
      'Tómate tu tiempo, por favor. ¡Buenas tardes!',
    ],
  },
  ca: {
    before: [
      'Hola! Espero que estiguis tenint un bon dia.',
      'Bon dia, estic preparant l’examen de la setmana vinent i fa des d’ahir que llegeixo el material.',
      'Perdona que et molesti una altra vegada. Els meus amics i jo en vam parlar dinant i no ens vam posar d’acord.',
    ],
    after: [
      'Moltes gràcies per endavant per la teva ajuda!',
      'T’agrairia molt una resposta curta. Salutacions.',
      'Pren-te el teu temps, si us plau. Bona tarda!',
    ],
  },
  zh: {
    before: [
      '你好！希望你今天过得愉快。',
      '老师早上好，我正在准备下周的考试，从昨天开始一直在看资料。',
      '不好意思又来打扰您。我和朋友吃午饭的时候讨论了很久，还是没有结果。',
    ],
    after: [
      '非常感谢您的帮助！',
      '如果能简短地回答一下，我会非常感激。谢谢！',
      '不着急，请慢慢来。祝您晚上愉快！',
    ],
  },
  ja: {
    before: [
      'こんにちは！お元気でお過ごしでしょうか。',
      'おはようございます。来週の試験の準備をしていて、昨日からずっと資料を読んでいます。',
      '何度もすみません。昼休みに友達と話し合ったのですが、意見がまとまりませんでした。',
    ],
    after: [
      'どうぞよろしくお願いいたします。',
      '簡単な答えをいただけるととても助かります。ありがとうございます。',
      'お時間のあるときで構いません。良い一日をお過ごしください！',
    ],
  },
  ko: {
    before: [
      '안녕하세요! 좋은 하루 보내고 계시길 바랍니다.',
      '좋은 아침입니다. 저는 다음 주 시험을 준비하고 있고 어제부터 자료를 읽고 있습니다.',
      '또 귀찮게 해서 죄송합니다. 점심시간에 친구들과 이야기했지만 결론을 내지 못했습니다.',
    ],
    after: [
      '도와주셔서 정말 감사합니다!',
      '짧게 답해 주시면 정말 고맙겠습니다.',
      '천천히 답해 주셔도 괜찮습니다. 즐거운 저녁 보내세요!',
    ],
  },
  ar: {
    before: [
      'مرحبا! أتمنى أن تكون بخير.',
      'صباح الخير، أنا أستعد لامتحان الأسبوع القادم وأقرأ المادة منذ أمس.',
      'آسف على الإزعاج مرة أخرى. تحدثت مع أصدقائي عن هذا الموضوع ولم نتفق.',
    ],
    after: [
      'شكرا جزيلا لك مقدما على مساعدتك!',
      'سأكون ممتنا لو أجبتني بإيجاز. مع تحياتي.',
      'خذ وقتك من فضلك. مساء الخير!',
    ],
  },
  th: {
    before: [
      'สวัสดีครับ หวังว่าคุณจะสบายดี',
      'ผมกำลังเตรียมสอบสัปดาห์หน้าและอ่านเอกสารมาตั้งแต่เมื่อวาน',
      'ขอโทษที่รบกวนอีกครั้ง ผมคุยกับเพื่อนแล้วแต่ตกลงกันไม่ได้',
    ],
    after: ['ขอบคุณมากสำหรับความช่วยเหลือครับ', 'ช่วยตอบสั้นๆ ก็พอครับ ขอบคุณล่วงหน้า', 'ไม่ต้องรีบครับ ขอให้มีความสุข'],
  },
}

/** What a student writes around a question in words of their own. */
const OWN: Record<string, string> = {
  en: 'I tried to explain this to a friend yesterday and failed. {question} My notes are a mess and the exam is on Tuesday.',
  es: 'Ayer intenté explicárselo a un amigo y no supe. {question} Mis apuntes son un desastre y el examen es el martes.',
}

const around = (question: string, language: string, at: number, sentences: number): string => {
  const { before, after } = AROUND[language] ?? (AROUND['en'] as (typeof AROUND)[string])
  const some = (list: readonly string[]) =>
    Array.from({ length: sentences }, (_, more) => list[(at + more) % list.length] ?? '').join(' ')
  const asks = /[.?!。？！؟]$/u.test(question) ? question : `${question}?`
  return `${some(before)} ${asks} ${some(after)}`
}

/** One mistake in the longest word: a letter left out, or two swapped. */
function withTypo(text: string, at: number): string {
  const words = [...text.matchAll(/\p{L}{5,}/gu)].map((match) => ({ word: match[0], start: match.index }))
  const longest = words.sort((one, other) => other.word.length - one.word.length)[0]
  if (!longest) return text
  const place = longest.start + 1 + ((at * 7919) % (longest.word.length - 2))
  return at % 2 === 0
    ? text.slice(0, place) + text.slice(place + 1)
    : `${text.slice(0, place)}${text[place + 1]}${text[place]}${text.slice(place + 2)}`
}

/** "What is collateral?" without what asks. */
const FRAME =
  /^(?:What is|Can you explain what|Define|¿Qué es|¿Me puedes explicar qué significa)\s+|(?:\s+means)?[.?]$/giu

/** A sentence of the right document with the term left out. */
function blankOf(term: string, text: string): string | undefined {
  const sentence = text
    .split(/(?<=[.!?])\s+|\n+/)
    .find(
      ({ length }, at, all) =>
        length > 60 && length < 300 && all[at]?.toLowerCase().includes(term.toLowerCase()),
    )
  return sentence?.replaceAll(new RegExp(term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu'), '____')
}

export interface Asked {
  text: string
  /** `define`: for a term of a glossary. */
  kind?: string
  /** A document that answers it. */
  answer: string
}

/** The same question as people also write it. Orders, terms and blanks are made of questions for a term only. */
export function formsOf({ text, kind, answer }: Asked, language: string, at: number): Record<string, string> {
  const forms: Record<string, string> = {
    question: text,
    'one typo': withTypo(text, at),
    'two polite sentences': around(text, language, at, 1),
    '100 polite words': around(text, language, at, 2),
  }
  const own = OWN[language]
  if (own) forms['own words'] = own.replace('{question}', text)
  if (kind !== 'define') return forms
  const term = text.replaceAll(FRAME, '').trim()
  const blank = blankOf(term, answer)
  return {
    ...forms,
    order: `Define ${term}.`,
    'bare term': term,
    ...(blank === undefined ? {} : { blank }),
    'order, 100 polite words': around(`Define ${term}.`, language, at, 2),
  }
}
