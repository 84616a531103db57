import { say } from '@bellwether/wire'
import * as z from 'zod'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed } from '../tool-failure.ts'
import {
  type CurrentWeather,
  fetchCurrentWeather,
  type OpenMeteoPlaces,
  WeatherFailure,
} from './open-meteo.ts'

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
        if (error instanceof WeatherFailure) return toFailed(error.said, { detail: error.detail })
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
