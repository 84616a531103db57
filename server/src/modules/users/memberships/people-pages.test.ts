import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { addUser, type Campus, createCampus, serve, type TestServer } from '../testing.ts'
import { createMemberRoutes } from './member.routes.ts'
import { createUserRoutes } from './user.routes.ts'

const MEMBERS = '/organizations/current/members'
const NORTH = '/organizations/north/members'
const USERS = '/system/users'
type People = { name: string; email: string }[]
const names = (people: People) => people.map(({ name }) => name)

describeOnEachDatabase('long lists of people', (open) => {
  let door: Campus & TestServer
  beforeAll(async () => {
    const campus = await createCampus((await open()).db)
    door = {
      ...campus,
      ...(await serve(campus, [...createMemberRoutes(campus), ...createUserRoutes(campus)])),
    }
    for (let number = 10; number < 40; number++) await addUser(door.db, door.north, `student${number}`)
    await addUser(door.db, door.south, 'student99')
    await addUser(door.db, door.north, 'odd_100%')
  })
  afterAll(() => door.close())

  const members = async (query: string) => (await door.send(door.nora, 'GET', `${MEMBERS}${query}`)).body
  const users = async (query: string) => (await door.send(door.root, 'GET', `${USERS}${query}`)).body

  it('are paged by name, with the total', async () => {
    const { members: all }: { members: People } = await members('?limit=1000')
    expect(all).toHaveLength(34)
    expect(await members('?limit=5')).toEqual({ members: all.slice(0, 5), total: 34 })
    expect(await members('?limit=5&offset=30')).toEqual({ members: all.slice(30), total: 34 })
    expect(await members('?limit=5&offset=500')).toEqual({ members: [], total: 34 })
    const { users: everyone }: { users: People } = await users('')
    expect(await users('?limit=7&offset=7')).toEqual({ users: everyone.slice(7, 14), total: 39 })
  })

  it('can be searched by name and e-mail address, and across organizations also by the organization’s name', async () => {
    const page = await members('?search=STUDENT1&limit=3&offset=1')
    expect(page.total).toBe(10)
    expect(names(page.members)).toEqual(['student11', 'student12', 'student13'])
    expect((await members('?search=nora@example')).total).toBe(1)
    expect((await members('?search=university')).total).toBe(0)
    expect((await users('?search=university%20south')).total).toBe(3)
    expect(names((await users('?search=student99')).users)).toEqual(['student99'])
    // Wildcards of the database are plain letters.
    expect(names((await members('?search=%25')).members)).toEqual(['odd_100%'])
    expect(names((await members('?search=d_1')).members)).toEqual(['odd_100%'])
    expect((await members(`?search=${encodeURIComponent("' or 1=1 --")}`)).total).toBe(0)
  })

  it('refuse invalid paging parameters', async () => {
    for (const query of ['?limit=0', '?limit=x', '?offset=-1', '?search=%00'])
      expect((await door.send(door.nora, 'GET', `${MEMBERS}${query}`)).status, query).toBe(422)
    expect((await door.send(door.root, 'GET', `${USERS}?limit=0`)).status).toBe(422)
  })

  it('contain only the admin’s own organization, whatever the parameters', async () => {
    const own = (await door.send(door.sven, 'GET', `${MEMBERS}?search=student`)).body
    expect(names(own.members)).toEqual(['student99'])
    expect((await door.send(door.sven, 'GET', `${NORTH}?search=student`)).status).toBe(404)
    expect((await door.send(door.nora, 'GET', `${USERS}?limit=5`)).status).toBe(403)
    expect((await door.send(door.root, 'GET', `${NORTH}?search=student`)).body.total).toBe(30)
  })
})
