import { expect, it } from 'vitest'
import { isSameS3Place, readS3Url, showS3Place } from './s3-url.ts'

it('reads bucket, folder, endpoint, region and keys', () => {
  const url = 's3://key%2F1:sec%2Fret@my.bucket/a/b/?endpoint=https://s3.example.edu:9000/&region=eu-west-1'
  expect(readS3Url(url)).toEqual({
    place: {
      bucket: 'my.bucket',
      prefix: 'a/b/',
      endpoint: 'https://s3.example.edu:9000',
      region: 'eu-west-1',
    },
    credentials: { accessKeyId: 'key/1', secretAccessKey: 'sec/ret' },
  })
})

it('shows a place without its keys, in a form that can be read again', () => {
  for (const url of ['s3://bucket', 's3://k:s@bucket/a b?endpoint=http://127.0.0.1:1&region=x']) {
    const { place } = readS3Url(url)
    const shown = showS3Place(place)
    expect(shown).not.toContain('k:s')
    expect(readS3Url(shown)).toEqual({ place, credentials: undefined })
  }
})

it('ignores the region when it compares places', () => {
  const place = (url: string) => readS3Url(url).place
  expect(isSameS3Place(place('s3://b/a?region=x'), place('s3://b/a/?region=y'))).toBe(true)
  expect(isSameS3Place(place('s3://b/a'), place('s3://b/b'))).toBe(false)
  expect(isSameS3Place(place('s3://b'), place('s3://b?endpoint=http://x'))).toBe(false)
})

it.each([
  'https://secret@bucket',
  's3://',
  's3:bucket',
  's3://secret@bucket',
  's3://key:secret@bucket?endpiont=x',
  's3://key:secret@bucket?endpoint=ftp://x',
  's3://key:secret@bucket?endpoint=http://a:b@x',
])('refuses %s without repeating it', (url) => {
  expect(() => readS3Url(url)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('secret') }),
  )
})
