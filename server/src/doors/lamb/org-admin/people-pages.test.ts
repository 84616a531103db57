import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUser } from '../../../modules/users/testing.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from './org-admin.testing.ts'

const MEMBERS = '/creator/admin/org-admin/users'
const USERS = '/creator/users'
type People = { name: string; email: string }[]
const names = (people: People) => people.map(({ name }) => name)

describeOnEachDatabase('long lists of people', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db)
    for (let number = 10; number < 40; number++) await addUser(door.db, door.north, `student${number}`)
    await addUser(door.db, door.south, 'student99')
    await addUser(door.db, door.north, 'odd_100%')
  })
  afterAll(() => door.close())

  const members = async (query: string) => (await door.send(door.nora, 'GET', `${MEMBERS}${query}`)).body
  const users = async (query: string) => (await door.send(door.root, 'GET', `${USERS}${query}`)).body

  it('are complete, in LAMB’s format, without paging parameters', async () => {
    const all: People = await members('')
    expect(all).toHaveLength(34)
    const everyone = await users('')
    expect(Object.keys(everyone)).toEqual(['success', 'data'])
    expect(everyone.data).toHaveLength(39)
    expect(await members('?limit=&search=')).toEqual(all)
  })

  it('are paged by name, with the total', async () => {
    const all: People = await members('')
    expect(await members('?limit=1000')).toEqual({ users: all, total: 34 })
    expect(await members('?limit=5')).toEqual({ users: all.slice(0, 5), total: 34 })
    expect(await members('?limit=5&offset=30')).toEqual({ users: all.slice(30), total: 34 })
    expect(await members('?limit=5&offset=500')).toEqual({ users: [], total: 34 })
    const everyone: People = (await users('')).data
    expect(await users('?limit=7&offset=7')).toEqual({
      success: true,
      data: everyone.slice(7, 14),
      total: 39,
    })
  })

  it('can be searched by name and e-mail address, and across organizations also by the organization’s name', async () => {
    const page = await members('?search=STUDENT1&limit=3&offset=1')
    expect(page.total).toBe(10)
    expect(names(page.users)).toEqual(['student11', 'student12', 'student13'])
    expect((await members('?search=nora@example')).total).toBe(1)
    expect((await members('?search=university')).total).toBe(0)
    expect((await users('?search=university%20south')).total).toBe(3)
    expect(names((await users('?search=student99')).data)).toEqual(['student99'])
    // Wildcards of the database are plain letters.
    expect(names((await members('?search=%25')).users)).toEqual(['odd_100%'])
    expect(names((await members('?search=d_1')).users)).toEqual(['odd_100%'])
    expect((await members(`?search=${encodeURIComponent("' or 1=1 --")}`)).total).toBe(0)
  })

  it('refuse invalid paging parameters', async () => {
    for (const query of ['?limit=0', '?limit=x', '?offset=-1', '?search=%00'])
      expect((await door.send(door.nora, 'GET', `${MEMBERS}${query}`)).status, query).toBe(422)
    expect((await door.send(door.root, 'GET', `${USERS}?limit=0`)).status).toBeGreaterThanOrEqual(400)
  })

  it('contain only the admin’s own organization, whatever the parameters', async () => {
    const own = (await door.send(door.sven, 'GET', `${MEMBERS}?search=student`)).body
    expect(names(own.users)).toEqual(['student99'])
    expect((await door.send(door.sven, 'GET', `${MEMBERS}?search=student&org=north`)).status).toBe(404)
    expect((await door.send(door.nora, 'GET', `${USERS}?limit=5`)).status).toBe(403)
    expect((await door.send(door.root, 'GET', `${MEMBERS}?search=student&org=north`)).body.total).toBe(30)
  })
})
