import { say } from '@bellwether/wire'
import * as z from 'zod'
import { invalid } from '../../platform/errors.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'

const paths = z.array(z.string().trim().min(1).max(200)).max(50).default([])

export const crawlOptionsSchema = z.strictObject({
  /** 0: only the page itself. 1: also the pages it links to. */
  maxDepth: z.int().min(0).max(5).default(0),
  /** Maximum number of pages to keep. */
  limit: z.int().min(1).max(500).default(100),
  /** Otherwise only pages under the path of the start URL. */
  crawlEntireDomain: z.boolean().default(true),
  /** Path prefixes, in which `*` matches anything. */
  includePaths: paths,
  excludePaths: paths,
  /** For the whole crawl. */
  timeoutMs: z.int().min(100).max(3_600_000).default(300_000),
})

export type CrawlOptions = z.infer<typeof crawlOptionsSchema>

export function readCrawlOptions(options: z.input<typeof crawlOptionsSchema>): CrawlOptions {
  const parsed = crawlOptionsSchema.safeParse(options)
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  const reason = say('requests.field_invalid', {
    path: fault?.path.join('.') ?? '',
    problem: issueMessage(fault),
  })
  throw invalid(say('web_pages.settings_invalid', { reason }))
}
