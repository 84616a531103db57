import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DRAWING, draw, readRooms } from './draw-folders.mjs'

it('the picture of the folders is as the code is: run npm run draw', () => {
  expect(readFileSync(DRAWING, 'utf8')).toBe(draw())
})

it('shows imports of other packages and of folders', () => {
  const rooms = readRooms()
  expect([...(rooms.get('documents') ?? [])].sort()).toEqual(['platform', 'wire'])
  expect(rooms.get('web: routes')).toContain('web: features')
  expect(rooms.get('wire')).toEqual(new Set())
})
