import { EventEmitter, once } from 'node:events'
import { ATTACHMENT_LIMITS } from '@bellwether/wire'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createTestOutbox, describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createAlone } from '../../../platform/instances/alone.testing.ts'
import { createWorld } from '../../assistants/testing.ts'
import { createTextReader, type TextReader } from '../../knowledge/index.ts'
import { createChatService } from '../chat.service.ts'
import { type AttachmentService, createAttachmentService } from './attachment.service.ts'

describeOnEachDatabase('documents of chats', (open) => {
  const reader = createTextReader({ bytes: 1_000_000 }, ATTACHMENT_LIMITS.characters)
  let db: Db
  let people: Awaited<ReturnType<typeof createWorld>>
  let ana: UserCaller
  let create: (readText?: TextReader['readText']) => AttachmentService
  let attachments: AttachmentService
  let tutor: number
  let chat: string
  let isAllowed = true
  const { signal } = new AbortController()
  const uncounted = () => Promise.resolve()

  beforeAll(async () => {
    db = (await open()).db
    people = await createWorld(db)
    ana = people.ana
    const chats = createChatService({
      isReadByEducators: async () => true,
      ...createAlone(),
      db,
      outbox: createTestOutbox(db),
      mayUseAssistant: async () => true,
    })
    create = (readText = reader.readText) =>
      createAttachmentService({
        db,
        chats,
        readText,
        guestUploads: { requireRoom: uncounted, countDocument: uncounted, countImages: uncounted },
        allowsAttachments: async () => isAllowed,
      })
    attachments = create()
    const times = { created_at: 1, updated_at: 1, deleted_at: null }
    const row = { organization_id: ana.organizationId, owner_id: ana.userId, name: 'tutor', ...times }
    tutor = (await db.insertInto('assistants').values(row).returning('id').executeTakeFirstOrThrow()).id
    chat = (await chats.create(ana, tutor, 'Essay')).id
  })
  afterAll(() => reader.stop())
  beforeEach(async () => {
    isAllowed = true
    await db.deleteFrom('chat_attachments').execute()
  })

  const add = (text: string, name = 'essay.md', caller = ana, service = attachments) =>
    service.add(caller, chat, { bytes: Buffer.from(text), name, contentType: 'text/plain' }, signal)
  const gone = { code: 'not_found' }

  it('are read, listed, given to the model and removed', async () => {
    const added = await add('# Title\n\nFirst paragraph.\n\nSecond one.', '../folder/my\u202Eessay\n.md')
    expect(added).toMatchObject({ name: 'myessay.md', cut: false })
    expect(await attachments.list(ana, chat)).toEqual([added])
    const [text] = await attachments.textsFor(ana, tutor, chat)
    expect(text?.name).toBe('myessay.md')
    expect(text?.text).toMatch(/Title\s+First paragraph\.\s+Second one\./)
    await attachments.remove(ana, chat, added.id)
    expect(await attachments.textsFor(ana, tutor, chat)).toEqual([])
    await expect(attachments.remove(ana, chat, added.id)).rejects.toMatchObject(gone)
  })

  it('are hidden from everyone else', async () => {
    const { id } = await add('Private')
    for (const caller of [people.ben, people.nora, people.root, people.eve]) {
      await expect(attachments.list(caller, chat)).rejects.toMatchObject(gone)
      await expect(add('Mine', 'a.md', caller)).rejects.toMatchObject(gone)
      await expect(attachments.remove(caller, chat, id)).rejects.toMatchObject(gone)
      expect(await attachments.textsFor(caller, tutor, chat)).toEqual([])
    }
    expect(await attachments.textsFor(ana, tutor + 1, chat)).toEqual([])
    expect(await attachments.textsFor(ana, tutor, "' or 1=1")).toEqual([])
  })

  it('need the educator’s permission, also later', async () => {
    await add('Text')
    isAllowed = false
    await expect(attachments.requireMayAttach(ana, chat)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(add('More')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await attachments.textsFor(ana, tutor, chat)).toEqual([])
    // They can still be removed.
    for (const { id } of await attachments.list(ana, chat)) await attachments.remove(ana, chat, id)
  })

  it('are limited in number and length, also at the same time', async () => {
    const long = await add('word '.repeat(20_000))
    expect(long).toMatchObject({ characters: ATTACHMENT_LIMITS.characters, cut: true })
    const instances = Array.from({ length: 6 }, () => create())
    const more = await Promise.allSettled(instances.map((one) => add('Text', 'a.md', ana, one)))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(ATTACHMENT_LIMITS.perChat - 1)
    await expect(attachments.requireMayAttach(ana, chat)).rejects.toMatchObject({
      userMessage: { code: 'attachments.too_many' },
    })
  })

  it('are read one at a time for each person', async () => {
    const gate = new EventEmitter()
    const service = create(async () => {
      gate.emit('reading')
      await once(gate, 'release')
      return { text: 'One', isCut: false }
    })
    const begun = once(gate, 'reading')
    const first = add('One', 'a.md', ana, service)
    await begun
    await expect(add('Two', 'b.md', ana, service)).rejects.toMatchObject({
      code: 'too_many_requests',
      userMessage: { code: 'attachments.busy' },
    })
    gate.emit('release')
    await first
    expect(await attachments.list(ana, chat)).toHaveLength(1)
  })

  it('say why they can’t be read', async () => {
    await expect(add('')).rejects.toMatchObject({
      code: 'bad_request',
      userMessage: { code: 'documents.empty_file' },
    })
    await expect(add('x', 'a.pdf')).rejects.toMatchObject({ code: 'bad_request' })
    expect(await attachments.list(ana, chat)).toEqual([])
  })

  it('are deleted with the chat', async () => {
    await add('Text')
    await db.deleteFrom('chats').where('id', '=', chat).execute()
    expect(await db.selectFrom('chat_attachments').select('id').execute()).toEqual([])
  })
})
