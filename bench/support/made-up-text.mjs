/** Text of made-up words with a realistic frequency distribution. The same in every run. */
export function makeText(passages) {
  const vocabulary = Array.from(
    { length: 5000 },
    (_, at) => `${'aeiou'[at % 5]}${(at * 7919).toString(36)}n${'stlmr'[at % 5]}`,
  )
  let seed = 1
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)]
  const sentence = () => `${Array.from({ length: 12 }, word).join(' ')}.`
  const passage = () =>
    `The answer names its page. ${Array.from({ length: 10 }, sentence).join(' ')}`.slice(0, 790)
  const texts = Array.from({ length: passages }, passage)
  // Each question asks for the content of one passage.
  const questions = Array.from({ length: 40 }, (_, at) => {
    const words = texts[Math.floor((at * passages) / 40)].split(' ').slice(5, 10)
    return `What is known about ${words.join(' ').replaceAll('.', '')}?`
  })
  return { text: texts.join('\n\n'), sentence, questions }
}
