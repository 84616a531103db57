import { expect, test } from 'vitest'
import { unspacedContent } from './unspaced-words.ts'

const wordsOf = (question: string) => unspacedContent(question).map(({ text }) => text)

test.each([
  ['富士山が世界遺産になったのはいつですか？', ['富士山', '世界', '遺産']],
  ['植物はどこで糖を作りますか？', ['植物', '糖']],
  ['りんごの原産地はどこですか？', ['りんご', '原産地']],
  ['アポロ11号が着陸したのは何年ですか？', ['アポロ', '着陸']],
  ['请问世界和平的目的是什么？', ['世界', '和平']],
  ['《茶经》的作者是谁？', ['茶经']],
  ['한라산 정상에 있는 호수의 이름은 무엇인가요?', ['한라산', '정상', '호수']],
  ['마르코 폴로가 찾아간 나라는 어디인가요?', ['마르코', '폴로', '찾아간', '나라']],
  ['学生要交几份作业？', ['学生', '交']],
  ['图书馆可以借几本书？', ['图书馆', '借', '书']],
  ['สอบแก้ตัวเมื่อไหร่', ['แก้ตัว']],
  ['ทำไมใบไม้จึงมีสีเขียว', ['ใบไม้', 'สี', 'เขียว']],
])('%s is about its content words', (question, words) => {
  expect(wordsOf(question)).toEqual(words)
})

test('words that only say what kind of answer is wanted count if there is nothing else', () => {
  expect(wordsOf('原因是什么？')).toEqual(['原因'])
  expect(wordsOf('なまえはなんですか')).not.toEqual([])
})

test('the pairs of a word count as one word, those of a compound as several, a single character as half', () => {
  const weightOf = (word: string) => unspacedContent(word)[0]?.weight
  expect(unspacedContent('エネルギー')[0]).toMatchObject({
    pieces: ['エネ', 'ネル', 'ルギ', 'ギー'],
    weight: 1.25,
  })
  expect(weightOf('台風')).toBe(1)
  expect(weightOf('法国大革命')).toBe(2.5)
  expect(weightOf('糖')).toBe(0.5)
})

test('a very long question is read up to a limit', () => {
  expect(wordsOf(`${'富士山の高さ、'.repeat(1000)}台風`)).not.toContain('台風')
})
