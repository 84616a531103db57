import { say } from '@bellwether/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../connectors/fake-upstream.contract.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { weatherTool } from './weather.tool.ts'

const PLACE = { name: 'Lleida', country: 'Spain', latitude: 41.6, longitude: 0.63 }
const FORECAST = {
  timezone: 'Europe/Madrid',
  current: { time: '2026-01-15T12:00', temperature_2m: -3.5 },
  current_units: { temperature_2m: '°C' },
}

let service: FakeUpstream
let outbound: Outbound
beforeAll(async () => {
  service = await startFakeUpstream()
  outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 20_000, idleMs: 20_000 })
})
afterAll(async () => {
  await outbound.close()
  await service.close()
})
beforeEach(() => {
  service.requests.length = 0
  answering({ results: [PLACE] }, FORECAST)
})

const write = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
function answering(places: unknown, forecast: unknown, status = 200) {
  service.answer = (response, _body, request) => {
    const isSearch = request.url?.startsWith('/geo/v1/search')
    response.writeHead(isSearch ? 200 : status).end(write(isSearch ? places : forecast))
  }
}
const makeTool = (limitMs?: number) =>
  weatherTool({
    outbound,
    forecastUrl: `${service.url}/api/`,
    geocodingUrl: `${service.url}/geo`,
    ...(limitMs ? { limitMs } : {}),
  })

toolContract('weather', () => ({
  tool: makeTool(),
  works: { settings: { city: 'Lleida' } },
  failures: {
    'no city': {},
    'nobody there': {
      input: { city: 'Lleida' },
      tool: weatherTool({ outbound, forecastUrl: 'http://127.0.0.1:1', geocodingUrl: 'http://127.0.0.1:1' }),
    },
  },
}))

const reasonFor = async (limitMs?: number) => {
  const output = await tryTool(makeTool(limitMs), { input: { city: 'Lleida' } })
  return output.ok ? `it worked: ${output.content}` : output.reason
}

test('finds the city and reports its temperature', async () => {
  const output = await tryTool(makeTool(), { input: { city: ' Lleida & co ' } })
  expect(output).toEqual({
    ok: true,
    content: 'Lleida, Spain: -3.5 °C at 2026-01-15T12:00 (Europe/Madrid)',
    sources: [],
  })
  const [search, forecast] = service.requests.map(({ url }) => new URL(url, service.url))
  expect(search?.pathname).toBe('/geo/v1/search')
  expect(search?.searchParams.get('name')).toBe('Lleida & co')
  expect(forecast?.pathname).toBe('/api/v1/forecast')
  expect(Object.fromEntries(forecast?.searchParams ?? [])).toEqual({
    latitude: '41.6',
    longitude: '0.63',
    current: 'temperature_2m',
    timezone: 'auto',
  })
})

describe('city', () => {
  const cityAsked = () => new URL(service.requests[0]?.url ?? '', service.url).searchParams.get('name')

  test('uses the one in its settings if it is injected', async () => {
    await tryTool(makeTool(), { settings: { city: 'Girona' } })
    expect(cityAsked()).toBe('Girona')
  })
  test('uses the one that the model names if it is called', async () => {
    await tryTool(makeTool(), { settings: { city: 'Girona' }, input: { city: 'Oslo' } })
    expect(cityAsked()).toBe('Oslo')
  })
  test('sends nothing without a city', async () => {
    expect(await tryTool(makeTool(), { settings: { city: ' ' } })).toEqual(
      toFailed(say('reasons.weather_no_city')),
    )
    expect(service.requests).toEqual([])
  })
})

describe('reports failures', () => {
  test.each([{}, { results: [] }])('unknown city: %j', async (places) => {
    answering(places, FORECAST)
    expect(await reasonFor()).toBe('no city named "Lleida" was found')
    expect(service.requests).toHaveLength(1)
  })
  test.each([
    ['<html>', FORECAST],
    [null, FORECAST],
    [{ results: [{ ...PLACE, latitude: '41' }] }, FORECAST],
    [{ results: [PLACE] }, '{"current":'],
    [{ results: [PLACE] }, { ...FORECAST, current: { time: 'now', temperature_2m: null } }],
  ])('invalid response: %j %j', async (places, forecast) => {
    answering(places, forecast)
    expect(await reasonFor()).toBe('the weather service sent an unexpected response')
  })
  test.each([
    [500, 'the weather service returned status 500'],
    [302, 'the weather service returned status 302'],
    [429, 'the weather service is limiting requests'],
  ])('status %i', async (status, reason) => {
    answering({ results: [PLACE] }, { error: true, reason: 'oops' }, status)
    expect(await reasonFor()).toBe(reason)
  })
  test('broken connection', async () => {
    service.answer = (response) => response.destroy()
    expect(await reasonFor()).toMatch(/^the weather service could not be used: .* closed the connection/)
  })
  test('unreachable server', async () => {
    const nowhere = 'http://127.0.0.1:1'
    const tool = weatherTool({ outbound, forecastUrl: nowhere, geocodingUrl: nowhere })
    expect(await tryTool(tool, { input: { city: 'Lleida' } })).toEqual(
      toFailed(say('reasons.weather_unusable', { reason: say('network.connection_refused_hidden') }), {
        // The host is only shown in the trace.
        detail: say('reasons.weather_unusable', {
          reason: say('network.connection_refused', { host: '127.0.0.1:1' }),
        }),
      }),
    )
  })
  test('response that is too long', async () => {
    answering({ results: [PLACE] }, 'x'.repeat(100_000))
    expect(await reasonFor()).toMatch(/^the weather service could not be used: .* too large/)
  })
  test('times out for both calls together and closes the call', async () => {
    service.answer = (response, _body, request) => {
      if (request.url?.startsWith('/geo'))
        setTimeout(() => response.end(JSON.stringify({ results: [PLACE] })), 500)
    }
    // On a busy machine both timers are late, but in this order.
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
    }, 1450)
    expect(await reasonFor(1000)).toBe('the weather service did not respond within 1 s')
    expect(isLate).toBe(false)
    clearTimeout(late)
    await expect.poll(service.openAnswers).toBe(0)
  })
})

test('closes the call when the client disconnects', async () => {
  const left = new AbortController()
  service.answer = () => left.abort(new Error('the client left'))
  const run = tryTool(makeTool(), { input: { city: 'Lleida' }, signal: left.signal })
  await expect(run).rejects.toThrow('the client left')
  await expect.poll(service.openAnswers).toBe(0)
})
