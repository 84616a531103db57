import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { isAppError, messageOf, messageWithoutHost } from '../../platform/errors.ts'
import type { OutboundClient } from '../../platform/outbound/outbound.ts'
import { ToolFailure } from '../tool-failure.ts'

export interface OpenMeteoPlaces {
  forecastUrl: string
  geocodingUrl: string
}

export interface CurrentWeather {
  city: string
  country: string
  temperature: number
  unit: string
  /** Local time at the place, as the service formats it. */
  time: string
  timezone: string
}

/** A failure with a message for people. Any other error is a bug. */
export class WeatherFailure extends ToolFailure {}

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
export async function fetchCurrentWeather(
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
  const parsed = schema.safeParse(parseJson(answer.body))
  if (!parsed.success) throw new WeatherFailure(say('reasons.weather_unexpected'))
  return parsed.data
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
