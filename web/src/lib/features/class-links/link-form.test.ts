import type { ClassLink } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { fromLocalInput, toChange, toForm, toLocalInput } from './link-form.ts'

const LINK: ClassLink = {
  id: 3,
  assistant_id: 4,
  code: 'k7mw3xqd9p',
  url: 'https://bellwether.example.edu/l/k7mw3xqd9p',
  kind: 'anyone',
  state: 'open',
  starts_at: null,
  ends_at: 1_797_412_020,
  daily_questions: 30,
  max_cost: 5,
  currency: 'EUR',
  sites: [],
  paused: false,
  guests: 0,
  questions_today: 0,
  spent: 0,
  created_at: 1,
}

it('shows dates in the time zone of the browser and sends them back unchanged', () => {
  expect(toLocalInput(null)).toBe('')
  expect(toLocalInput(1_797_412_020)).toMatch(/^2026-12-\d\dT\d\d:\d\d$/)
  expect(fromLocalInput(toLocalInput(1_797_412_020))).toBe(1_797_412_020)
  expect(fromLocalInput('2026-12-')).toBeNull()
})

it('changes nothing when nothing was changed', () => {
  expect(toChange(toForm(LINK))).toEqual({
    kind: 'anyone',
    starts_at: null,
    ends_at: 1_797_412_020,
    daily_questions: 30,
    max_cost: 5,
  })
})

it('sends a passphrase and limits only where they belong', () => {
  const form = { ...toForm(LINK), passphrase: ' open sesame ' }
  expect(toChange({ ...form, kind: 'passphrase' }).passphrase).toBe('open sesame')
  expect(toChange({ ...form, kind: 'anyone' })).not.toHaveProperty('passphrase')
  expect(toChange({ ...form, kind: 'organization' })).toEqual({
    kind: 'organization',
    starts_at: null,
    ends_at: 1_797_412_020,
  })
})
