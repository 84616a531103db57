import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRouter } from '../../src/platform/http/router.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { lambRoutes } from './lamb-routes.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('has every route that a LAMB client calls', () => {
  const router = createRouter(app.app.endpoints)
  const missing = lambRoutes()
    .filter(({ method, path }) => !router.match(method, path))
    .map(({ method, path }) => `${method} ${path}`)
  expect(missing).toEqual([])
})
