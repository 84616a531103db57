import { newUuid } from '../../platform/ids.ts'

const timePart = (milliseconds: number): string => {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** A version 7 UUID: it starts with the time, so that ids sort by age; the other 74 bits are random. */
export const newTraceId = (milliseconds: number): string =>
  `${timePart(milliseconds)}-7${newUuid().slice(15)}`

/** Sorts after every id created before this moment, and before every id created at this moment or later. */
export const firstIdAt = (milliseconds: number): string => timePart(milliseconds)

const TRACE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isTraceId = (text: string): boolean => TRACE_ID.test(text)
