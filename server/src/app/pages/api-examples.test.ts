import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { OperationExamples } from '../../platform/http/openapi.ts'
import recorded from './api-examples.json' with { type: 'json' }

const examples: OperationExamples = recorded

describe('examples of the API', () => {
  let app: TestApp
  let endpoints: Map<string, Endpoint>
  beforeAll(async () => {
    app = await startTestApp()
    endpoints = new Map(
      app.app.endpoints.flatMap((endpoint) =>
        endpoint.paths.map((path) => [`${endpoint.method} ${path.replace('+}', '}')}`, endpoint] as const),
      ),
    )
  })
  afterAll(() => app.stop())

  it('cover the sixty most used operations', () => {
    expect(Object.keys(examples).length).toBeGreaterThanOrEqual(60)
  })

  it.each(Object.entries(examples))('are valid: %s', (key, { request, response }) => {
    const endpoint = endpoints.get(key)
    expect(endpoint, 'exists').toBeDefined()
    if (request !== undefined) expect(endpoint?.body?.safeParse(request).error).toBeUndefined()
    if (typeof endpoint?.answer === 'object')
      expect(endpoint.answer.safeParse(response).error).toBeUndefined()
  })
})
