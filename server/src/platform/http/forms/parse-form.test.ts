import { expect, it } from 'vitest'
import { MAX_FORM_FIELDS, parseForm } from './parse-form.ts'

const TYPE = 'multipart/form-data; boundary=xx'
const multipart = (names: readonly (string | number)[]) =>
  Buffer.from(
    `${names.map((name) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`).join('')}--xx--\r\n`,
  )
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const tooMany = { code: 'bad_request', message: expect.stringContaining('too many fields') }

it('makes a list of a field that is sent several times', async () => {
  expect(await parseForm(multipart(['a', 'b', 'a']), TYPE)).toEqual({ a: ['1', '1'], b: '1' })
  expect(await parseForm(Buffer.from('a=1&b=2&a=3'), 'application/x-www-form-urlencoded')).toEqual({
    a: ['1', '3'],
    b: '2',
  })
})

it('refuses forms with too many fields before it reads them', async () => {
  const most = await parseForm(multipart(numbers(MAX_FORM_FIELDS)), TYPE)
  expect(Object.keys(most)).toHaveLength(MAX_FORM_FIELDS)
  await expect(parseForm(multipart(numbers(70_000)), TYPE)).rejects.toMatchObject(tooMany)
  const text = Buffer.from(
    numbers(70_000)
      .map((at) => `f${at}=1`)
      .join('&'),
  )
  await expect(parseForm(text, 'application/x-www-form-urlencoded')).rejects.toMatchObject(tooMany)
})

it('reads names that objects have themselves', async () => {
  expect(Object.entries(await parseForm(multipart(['__proto__', 'constructor']), TYPE))).toEqual([
    ['__proto__', '1'],
    ['constructor', '1'],
  ])
})
