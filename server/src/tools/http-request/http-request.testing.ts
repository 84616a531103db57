import { startFakeUpstream } from '../../connectors/fake-upstream.contract.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import { tryTool } from '../tool.contract.ts'
import { httpRequestTool } from './http-request.tool.ts'

export const SECRET = 'sk-"quoted"/and+more=='
export const text = { type: 'string' }

/** Starts a service that the tool may call, and another one that it must not reach. */
export async function startService() {
  const [service, elsewhere] = [await startFakeUpstream(), await startFakeUpstream()]
  const allow = [service.url, elsewhere.url].map((url) => new URL(url).host)
  const outbound = createOutbound({
    allow: { tools: allow },
    onRefused: () => undefined,
    firstByteMs: 20_000,
    idleMs: 20_000,
  })

  /** The owner (7) has one secret for the service and one for another host; another person also has one. */
  const findSecret = async (ownerId: number, name: string) => {
    if (ownerId !== 7) return undefined
    if (name === 'LIBRARY_KEY') return { value: SECRET, host: new URL(service.url).host }
    if (name === 'OTHER_KEY') return { value: 'other-secret', host: 'api.example.org' }
    return undefined
  }
  const makeTool = () => httpRequestTool({ outbound, findSecret })

  const settings = (more: object = {}) => ({
    name: 'find_book',
    description: 'Finds a book.',
    url: `${service.url}/books/{isbn}?lang={lang}`,
    parameters: { properties: { isbn: text, lang: text }, required: ['isbn'] },
    ...more,
  })
  const withSecret = (name = 'LIBRARY_KEY', more: object = {}) =>
    settings({ headers: [{ name: 'X-Api-Key', value: `Key {secret:${name}}` }], ...more })

  const call = (settings: object, input: object = { isbn: '1' }, more: object = {}) =>
    tryTool(makeTool(), { settings: settings, input, ...more })
  const reasonOf = async (settings: object, input?: object, more: object = {}) => {
    const output = await call(settings, input, more)
    return output.ok ? `it worked: ${output.content}` : output.reason
  }

  function answering(body: unknown, status = 200, headers: Record<string, string> = {}) {
    service.answer = (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  return {
    service,
    elsewhere,
    outbound,
    makeTool,
    settings,
    withSecret,
    call,
    reasonOf,
    answering,
    reset() {
      service.requests.length = 0
      elsewhere.requests.length = 0
      answering({ title: 'The Sheep', tags: ['a', 'b'] })
    },
    async stop() {
      await outbound.close()
      await Promise.all([service.close(), elsewhere.close()])
    },
  }
}
