import type { ClassLink, ClassLinkChange, ClassLinkKind } from '@bellwether/wire'

/** The settings of a link as the form has them. */
export interface LinkForm {
  kind: ClassLinkKind
  /** Empty keeps the passphrase that the link has. */
  passphrase: string
  /** In the form of `<input type="datetime-local">`, in the browser's time zone; empty for none. */
  startsAt: string
  endsAt: string
  /** Null for no limit. */
  dailyQuestions: number | null
  maxCost: number | null
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Pure. `2026-11-16T09:00` */
export function toLocalInput(seconds: number | null): string {
  if (seconds === null) return ''
  const date = new Date(seconds * 1000)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Browsers add seconds if there are any. */
const LOCAL_INPUT = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/

/** Pure. Null for an empty or unfinished date. */
export function fromLocalInput(text: string): number | null {
  const time = LOCAL_INPUT.test(text) ? new Date(text).getTime() : Number.NaN
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}

export const toForm = (link: ClassLink): LinkForm => ({
  kind: link.kind,
  passphrase: '',
  startsAt: toLocalInput(link.starts_at),
  endsAt: toLocalInput(link.ends_at),
  dailyQuestions: link.daily_questions,
  maxCost: link.max_cost,
})

/** Members of the organization have no limits of a link. */
export const toChange = (form: LinkForm): ClassLinkChange => ({
  kind: form.kind,
  ...(form.kind === 'passphrase' && form.passphrase.trim() ? { passphrase: form.passphrase.trim() } : {}),
  starts_at: fromLocalInput(form.startsAt),
  ends_at: fromLocalInput(form.endsAt),
  ...(form.kind === 'organization' ? {} : { daily_questions: form.dailyQuestions, max_cost: form.maxCost }),
})
