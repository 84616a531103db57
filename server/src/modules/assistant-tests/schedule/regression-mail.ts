import type { TestNotice } from '@bellwether/wire'
import type { Language } from '../../../platform/languages.ts'
import { type MailContent, toMailContent } from '../../../platform/mail/mail-content.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'

const MAX_TITLES = 10

/** Tells which tests started to fail, and what changed. Pure. */
export function toRegressionMail(
  language: Language,
  { name, url }: { name: string; url: string },
  { tests, model, version }: TestNotice,
): MailContent {
  const t = serverTexts(language).testMail
  const subject = { assistant: name, count: tests.length }
  const titles = tests.slice(0, MAX_TITLES).map(({ title }) => `• ${title}`)
  const more = tests.length > MAX_TITLES ? [t.more({ count: tests.length - MAX_TITLES })] : []
  const changes = [...(model ? [t.model(model)] : []), ...(version ? [t.version(version)] : [])]
  return toMailContent({
    language,
    subject: t.subject(subject),
    paragraphs: [t.text(subject), ...titles, ...more, ...(changes.length > 0 ? changes : [t.same])],
    link: { label: t.link, url },
    notes: [t.why],
  })
}
