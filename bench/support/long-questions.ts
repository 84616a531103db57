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
}

/** The same question as a long and polite message. */
export function toLongQuestion(question: string, language: string, at: number): string {
  const { before, after } = AROUND[language] ?? (AROUND['en'] as (typeof AROUND)[string])
  const pick = (list: readonly string[], by: number) => list[by % list.length] ?? ''
  const asks = /[.?!]$/.test(question) ? question : `${question}?`
  return `${pick(before, at)} ${pick(before, at + 1)} ${asks} ${pick(after, at)} ${pick(after, at + 1)}`
}
