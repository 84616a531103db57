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

/** The same question as a long and polite message. */
export function toLongQuestion(question: string, language: string, at: number): string {
  const { before, after } = AROUND[language] ?? (AROUND['en'] as (typeof AROUND)[string])
  const pick = (list: readonly string[], by: number) => list[by % list.length] ?? ''
  const asks = /[.?!。？！؟]$/u.test(question) ? question : `${question}?`
  return `${pick(before, at)} ${pick(before, at + 1)} ${asks} ${pick(after, at)} ${pick(after, at + 1)}`
}
