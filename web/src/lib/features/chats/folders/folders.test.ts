import type { ChatHead } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { groupHistory } from './folders.ts'

const chat = (id: string, pinned: boolean, folder_id: string | null): ChatHead => ({
  id,
  title: id,
  assistant_id: 1,
  message_count: 0,
  created_at: 1,
  updated_at: 1,
  archived: 0,
  pinned,
  folder_id,
})

it('groups chats by pin and folder, and leaves out empty groups', () => {
  const chats = [
    chat('a', false, null),
    chat('b', true, 'f1'),
    chat('c', false, 'f1'),
    chat('d', false, 'gone'),
  ]
  const folders = [
    { id: 'f1', name: 'Cells' },
    { id: 'f2', name: 'Empty' },
  ]
  expect(groupHistory(chats, folders).map(({ id, chats }) => [id, chats.map((one) => one.id)])).toEqual([
    ['pinned', ['b']],
    ['f1', ['c']],
    ['rest', ['a', 'd']],
  ])
})
