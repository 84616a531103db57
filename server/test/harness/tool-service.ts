import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  type FakeUpstream as FakeService,
  startFakeUpstream as startFakeService,
} from '../../src/connectors/fake-upstream.contract.ts'
import { startToolWorld, type ToolWorld } from './tool-world.ts'

export type { FakeService }

/** The world of tools and a web service that they may call, for all tests of a suite. What either has seen is forgotten before each. */
export function withToolService(
  env: () => Promise<Record<string, string>>,
  use: (made: { world: ToolWorld; service: FakeService }) => void,
): void {
  let world: ToolWorld
  let service: FakeService
  beforeAll(async () => {
    service = await startFakeService()
    world = await startToolWorld({ ...(await env()), OUTBOUND_ALLOW_TOOLS: new URL(service.url).host })
    use({ world, service })
  })
  afterAll(async () => {
    await world.stop()
    await service.close()
  })
  beforeEach(() => {
    world.upstream.seen.length = 0
    service.requests.length = 0
    service.answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('noted')
  })
}
