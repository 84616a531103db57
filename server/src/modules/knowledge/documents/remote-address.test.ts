import { expect, it } from 'vitest'
import { isVideoAddress, toVideo } from './remote-address.ts'

const ID = 'dQw4w9WgXcQ'

it.each([
  `https://youtu.be/${ID}/`,
  `https://www.youtube.com/e/${ID}`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}`,
  `https://m.youtube.com/watch?v=${ID}&t=3`,
])('%s is a video', (video_url) => {
  expect(toVideo({ video_url })).toEqual({
    name: `yt:${ID}.txt`,
    url: `https://www.youtube.com/watch?v=${ID}`,
  })
  expect(isVideoAddress(` ${video_url} `)).toBe(true)
})

it.each(['https://youtu.be/abcdef', 'https://youtu.be/', 'https://example.org/watch?v=dQw4w9WgXcQ'])(
  '%s is not a video, which is reported before anything is fetched',
  (video_url) => {
    expect(() => toVideo({ video_url })).toThrow('not the URL of a YouTube video')
    expect(isVideoAddress(video_url)).toBe(false)
  },
)

it('a word is not a URL', () => {
  expect(isVideoAddress('photosynth1')).toBe(false)
})
