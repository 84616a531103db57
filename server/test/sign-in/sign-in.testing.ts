import { expect } from 'vitest'
import type { TestApp } from '../harness/test-app.ts'

/** Two organizations, each with an admin. */
export async function makeOrganizations(app: TestApp) {
  const root = await app.signIn()
  const make = async (slug: string) => {
    const created = await app.call('POST', '/creator/admin/organizations/enhanced', root, {
      slug,
      name: slug,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    const email = `admin@${slug}.example`
    const password = `password of ${slug}`
    await app.call('POST', '/creator/admin/users/create', root, {
      email,
      name: `Admin of ${slug}`,
      password,
      role: 'user',
      organization_id: created.body.id,
      user_type: 'creator',
    })
    const user = await app.app.services.users.findByEmail(email)
    await app.call('PUT', `/creator/admin/organizations/${slug}/members/${user?.id}/role`, root, {
      role: 'admin',
    })
    return { id: created.body.id as number, slug, email, password, token: await app.signIn(email, password) }
  }
  return { root, north: await make('north'), south: await make('south') }
}

export type Organizations = Awaited<ReturnType<typeof makeOrganizations>>

export async function addProvider(
  app: TestApp,
  { slug, token }: { slug: string; token: string },
  given: Record<string, unknown>,
): Promise<string> {
  const created = await app.call('POST', `/organizations/${slug}/sign-in-providers`, token, {
    name: `Login of ${slug}`,
    client_id: 'bellwether',
    client_secret: 'a client secret',
    ...given,
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id
}
