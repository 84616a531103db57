import { expect, test } from 'vitest'
import { gapBetween } from './join-lines.ts'
import { joinTwo } from './pdf/paragraphs.ts'

test.each([
  ['Roots drink', 'water', ' '],
  ['通过使用指定', '标签', ''],
  ['生成的文件。', '它可能', ''],
  ['パッケ', 'ージ', ''],
  ['ต้น', 'ไม้', ''],
  ['뿌리는 물을', '마신다', ' '],
  ['使用 git', '仓库', ' '],
  ['使用', 'git 仓库', ' '],
])('between %s and %s', (before, next, gap) => {
  expect(gapBetween(before, next)).toBe(gap)
  expect(joinTwo(before, next, new Set())).toBe(before + gap + next)
})
