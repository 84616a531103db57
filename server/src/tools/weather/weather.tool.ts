import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { isAppError, messageOf, messageWithoutHost } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import type { Outbound, OutboundClient } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { ToolFailure, toFailed } from '../tool-failure.ts'

export interface WeatherDeps extends OpenMeteoPlaces {
  /** Trusted, because the operator sets the URLs. */
  outbound: Pick<Outbound, 'trusted'>
  /** Time limit for both calls together. Set only in tests. */
  limitMs?: number
}

/** Reports the temperature in a city, from Open-Meteo. */
export const weatherTool = (deps: WeatherDeps) =>
  defineBuiltIn({
    name: 'weather',
    category: 'utilities',
    lamb: { title: 'Weather', description: 'Get current temperature for a city', category: 'utilities' },
    version: '1.0',
    config: z.object({
      city: z.string().trim().max(100).optional(),
    }),
    input: z.object({
      city: z.string().trim().max(100).meta({ description: 'Name of the city, such as "Barcelona"' }),
    }),
    inject: { placeholder: 'weather', input: () => ({ city: '' }) },
    call: {
      functionName: () => 'get_weather',
      describe: () => 'Get current temperature for a city',
    },
    async run({ config, input, signal }) {
      const city = input.city || config.city
      if (!city) return toFailed(say('reasons.weather_no_city'))
      const limitMs = deps.limitMs ?? 8000
      const limit = limitTime(signal, limitMs, () => toTimeout(limitMs))
      try {
        const weather = await fetchCurrentWeather(deps.outbound.trusted, deps, city, limit.signal)
        return { ok: true, content: describeWeather(weather), sources: [] }
      } catch (error) {
        if (limit.signal.aborted && !signal.aborted)
          return toFailed(say('reasons.weather_timeout', { seconds: limitMs / 1000 }))
        if (error instanceof WeatherFailure) return toFailed(error.reason, { detail: error.detail })
        throw error
      } finally {
        limit.clear()
      }
    },
  })

function describeWeather({ city, country, temperature, unit, time, timezone }: CurrentWeather): string {
  const place = country ? `${city}, ${country}` : city
  return `${place}: ${temperature} ${unit} at ${time}${timezone ? ` (${timezone})` : ''}`
}

interface OpenMeteoPlaces {
  forecastUrl: string
  geocodingUrl: string
}

interface CurrentWeather {
  city: string
  country: string
  temperature: number
  unit: string
  /** Local time at the place, as the service formats it. */
  time: string
  timezone: string
}

/** A failure with a message for people. Any other error is a bug. */
class WeatherFailure extends ToolFailure {}

const MAX_BYTES = 64 * 1024

const shortText = z.string().transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, 100))

const placesSchema = z.object({
  results: z
    .array(
      z.object({
        name: shortText,
        country: shortText.optional(),
        latitude: z.number(),
        longitude: z.number(),
      }),
    )
    .optional(),
})

const forecastSchema = z.object({
  timezone: shortText.optional(),
  current: z.object({ time: shortText, temperature_2m: z.number() }),
  current_units: z.object({ temperature_2m: shortText }),
})

/** Throws WeatherFailure, or the abort reason of `signal`. */
async function fetchCurrentWeather(
  client: Pick<OutboundClient, 'fetchWhole'>,
  places: OpenMeteoPlaces,
  city: string,
  signal: AbortSignal,
): Promise<CurrentWeather> {
  const search = address(places.geocodingUrl, 'v1/search', {
    name: city,
    count: '1',
    language: 'en',
    format: 'json',
  })
  const place = (await ask(client, search, placesSchema, signal)).results?.[0]
  if (!place) throw new WeatherFailure(say('reasons.weather_city_unknown', { city }))
  const forecast = address(places.forecastUrl, 'v1/forecast', {
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    current: 'temperature_2m',
    timezone: 'auto',
  })
  const { current, current_units: units, timezone } = await ask(client, forecast, forecastSchema, signal)
  return {
    city: place.name,
    country: place.country ?? '',
    temperature: current.temperature_2m,
    unit: units.temperature_2m,
    time: current.time,
    timezone: timezone ?? '',
  }
}

function address(base: string, path: string, query: Record<string, string>): string {
  return `${base.replace(/\/+$/, '')}/${path}?${new URLSearchParams(query)}`
}

async function ask<T>(
  client: Pick<OutboundClient, 'fetchWhole'>,
  url: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const answer = await client.fetchWhole({ method: 'GET', url, signal }, MAX_BYTES).catch((error) => {
    signal.throwIfAborted()
    if (!isAppError(error)) throw error
    const toMessage = (reason: string | Message) => say('reasons.weather_unusable', { reason })
    throw new WeatherFailure(toMessage(messageWithoutHost(error)), toMessage(messageOf(error)))
  })
  if (answer.status === 429) throw new WeatherFailure(say('reasons.weather_limited'))
  if (answer.status !== 200)
    throw new WeatherFailure(say('reasons.weather_status', { status: answer.status }))
  const parsed = schema.safeParse(tryParseJson(answer.body))
  if (!parsed.success) throw new WeatherFailure(say('reasons.weather_unexpected'))
  return parsed.data
}
