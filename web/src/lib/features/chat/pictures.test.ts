import { expect, it } from 'vitest'
import { choosePictures, PICTURES, sentSize } from './pictures.ts'

const fileOf = (name: string, type: string, size = 10): File =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

it('accepts images within the limits of number and size', () => {
  const files = [
    fileOf('leaf.png', 'image/png'),
    fileOf('notes.pdf', 'application/pdf'),
    fileOf('drawing.svg', 'image/svg+xml'),
    fileOf('huge.jpg', 'image/jpeg', PICTURES.bytes + 1),
    fileOf('root.webp', 'image/webp'),
    fileOf('one more.gif', 'image/gif'),
  ]
  const { chosen, refused } = choosePictures(files, PICTURES.most - 2)
  expect(chosen.map(({ name }) => name)).toEqual(['leaf.png', 'root.webp'])
  expect(refused).toEqual([
    { name: 'notes.pdf', fault: 'type' },
    { name: 'drawing.svg', fault: 'type' },
    { name: 'huge.jpg', fault: 'size' },
    { name: 'one more.gif', fault: 'count' },
  ])
})

it('shrinks large images and does not enlarge small ones', () => {
  expect(sentSize(4096, 1024)).toEqual({ width: 2048, height: 512 })
  expect(sentSize(300, 200)).toEqual({ width: 300, height: 200 })
  expect(sentSize(100_000, 1)).toEqual({ width: 2048, height: 1 })
})
