import type { TestNotice } from '@bellwether/wire'
import type { Language } from '../../../../platform/languages.ts'
import { type MailContent, toMailContent } from '../../../../platform/mail/mail-content.ts'
import { ca } from './ca.ts'
import { en, type RegressionTexts } from './en.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

const TEXTS: Record<Language, RegressionTexts> = { en, es, ca, eu }
const MAX_TITLES = 10

/** Tells which tests started to fail, and what changed. Pure. */
export function toRegressionMail(
  language: Language,
  { name, url }: { name: string; url: string },
  { tests, model, version }: TestNotice,
): MailContent {
  const t = TEXTS[language]
  const titles = tests.slice(0, MAX_TITLES).map(({ title }) => `• ${title}`)
  const more = tests.length > MAX_TITLES ? [t.more(tests.length - MAX_TITLES)] : []
  const changes = [
    ...(model ? [t.model(model.before, model.after)] : []),
    ...(version ? [t.version(version.before, version.after)] : []),
  ]
  return toMailContent({
    language,
    subject: t.subject(name, tests.length),
    paragraphs: [
      t.text(name, tests.length),
      ...titles,
      ...more,
      ...(changes.length > 0 ? changes : [t.same]),
    ],
    link: { label: t.link, url },
    notes: [t.why],
  })
}
